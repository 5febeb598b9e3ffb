import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

export interface CliResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const CLI = resolve(import.meta.dirname, '../../../dist/cli.js')

/** Runs the built `rubrica` command to its end. */
export function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<CliResult> {
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
  return new Promise((done) => {
    execFile(
      process.execPath,
      [CLI, ...args],
      { env: { ...inherited, ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
        done({ code, stdout, stderr })
      },
    )
  })
}
