/** pyHanko signs through our CSC service, and judges what we have signed and archived. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryDirectory, openScene, runCli, type Scene } from '@rubrica/testing'
import { installPyhanko } from '../../conformance/install-judges.mjs'
import { signOverCsc } from '../../conformance/sign-over-csc.mjs'
import { expectThat, versionIn, type Row } from '../row.ts'

const CONFORMANCE = join(import.meta.dirname, '../../conformance')

interface Judgement {
  readonly file: string
  readonly failure?: string
  readonly signatures?: readonly { readonly bottomLine: boolean; readonly trusted: boolean }[]
}

/** What pyHanko says of each file; throws at the first that is not good. */
function judge(python: string, files: readonly string[], options: readonly string[]): void {
  const said = execFileSync(python, [join(CONFORMANCE, 'judge_pdf.py'), ...options, ...files], { encoding: 'utf8' })
  const judgements = said.split('\n').filter((line) => line.startsWith('{'))
  expectThat('files that pyHanko has judged', judgements.length, files.length)
  for (const { file, failure, signatures } of judgements.map((line) => JSON.parse(line) as Judgement)) {
    const isGood = signatures?.length === 1 && signatures.every(({ bottomLine, trusted }) => bottomLine && trusted)
    if (!isGood) throw new Error(`pyHanko does not take ${file}: ${failure ?? JSON.stringify(signatures)}`)
  }
}

async function signAndJudge(scene: Scene, python: string): Promise<number> {
  await using folder = await makeTemporaryDirectory()
  const { url, dataDir } = scene.portal.sandbox
  const root = join(dataDir, 'sandbox-root.cer')
  const signed = (await signOverCsc(scene)).map(({ name, pdf }) => {
    const file = join(folder.path, `${name}.pdf`)
    writeFileSync(file, pdf)
    return file
  })
  judge(python, signed, [root])
  const archived = join(folder.path, 'archived')
  const place = ['--out', `${archived}/`, '--level', 'LTA', '--tsa', `${url}/pki/tsa`, '--trust', root]
  const { code, stderr } = await runCli(['augment', ...signed, ...place, '--allow-private', new URL(url).origin])
  if (code !== 0) throw new Error(`rubrica augment ended with ${code}: ${stderr}`)
  judge(
    python,
    signed.map((file) => join(archived, file.slice(folder.path.length + 1))),
    ['--offline', root],
  )
  return signed.length
}

async function attempt(python: string): Promise<string> {
  await using scene = await openScene()
  const count = await signAndJudge(scene, python)
  return `${count} files signed over CSC, by its CSCSigner and by our example; it takes them, and archived, off line`
}

export const pyhankoRow: Row = {
  name: 'pyhanko',
  install: (report) => {
    const python = installPyhanko(report)
    const requirements = readFileSync(join(CONFORMANCE, 'requirements.txt'), 'utf8')
    return { version: versionIn(requirements, 'pyHanko'), attempt: () => attempt(python) }
  },
}
