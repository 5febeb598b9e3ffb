import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What pdfsig (poppler) says of each signature, in order, and whether one of them covers the whole file. */
export async function askPdfsig(pdf: Uint8Array): Promise<{ verdicts: string[]; wholeFile: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'pdfsig-'))
  try {
    const file = join(folder, 'file.pdf')
    await writeFile(file, pdf)
    // It exits with 2 when there is no signature; what it prints says enough.
    const { stdout } = await run('pdfsig', ['-nocert', file]).catch((error: { stdout?: string }) => ({
      stdout: error.stdout ?? '',
    }))
    const verdicts = [...stdout.matchAll(/Signature Validation: (.*)/g)].map((match) => match[1]!)
    return { verdicts, wholeFile: stdout.includes('Total document signed') }
  } finally {
    await rm(folder, { recursive: true })
  }
}
