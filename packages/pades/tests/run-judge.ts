/** Outside programs that judge files in tests, where the machine has them. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const hasJudges = ['qpdf', 'pdfsig'].every((program) => spawnSync(program, ['--version']).error === undefined)

/** What pdfsig says of each signature, and the exit status of `qpdf --check`. */
export function judge(file: Uint8Array): { signatures: string[]; qpdf: number | null } {
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-judge-'))
  try {
    const path = join(folder, 'file.pdf')
    writeFileSync(path, file)
    const answer = spawnSync('pdfsig', [path]).stdout.toString()
    const signatures = [...answer.matchAll(/Signature Validation: (.*)/g)].map(([, verdict]) => verdict ?? '')
    return { signatures, qpdf: spawnSync('qpdf', ['--check', path]).status }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The file as qpdf linearizes it: two cross-reference sections, the newer one at the start. */
export function linearize(file: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-linear-'))
  try {
    const path = join(folder, 'file.pdf')
    writeFileSync(path, file)
    return spawnSync('qpdf', ['--linearize', path, '-']).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}
