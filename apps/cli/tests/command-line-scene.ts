/** What tests of commands have in common: a command line that is run as a person would, and files to run it on. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import { runCommandLine } from '../src/run-command-line.ts'

export const OPENSSL = 'openssl'
export const hasOpenssl = spawnSync(OPENSSL, ['version']).status === 0

/** A document of one empty page, as any text editor could write it. */
export const PDF = `%PDF-1.7
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>
endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000058 00000 n 
0000000115 00000 n 
trailer
<< /Size 4 /Root 1 0 R >>
startxref
203
%%EOF
`

/** What a run tells, and what it ends with. */
export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the program in this process; nobody is there to be asked for a secret. */
export async function rubrica(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  let out = ''
  let err = ''
  const code = await runCommandLine(args, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    env,
    askSecret: null,
  })
  return { code, out, err }
}

/** What a command tells with `--json`. */
export const answerOf = ({ out }: Outcome): { ok: boolean; code?: string; files: { ok: boolean; code?: string }[] } =>
  JSON.parse(out) as ReturnType<typeof answerOf>

/** Makes a folder for the tests of a file, which goes with them. @returns the path of a name in it */
export function temporaryFolder(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-cli-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return (name) => join(folder, name)
}

/** The same with `in.pdf`, and `bad.pdf` that is none, in it before each test. */
export function folderOfDocuments(): (name: string) => string {
  const path = temporaryFolder()
  beforeEach(() => {
    writeFileSync(path('in.pdf'), PDF)
    writeFileSync(path('bad.pdf'), 'This is no PDF.')
  })
  return path
}
