import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { RELEASE } from './start-program.ts'

export interface CliResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs the built `rubrica` command to its end.
 * @param release folder of another release that was built
 */
export function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  release = RELEASE,
): Promise<CliResult> {
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(release, 'dist/cli.js'), ...args],
      { env: { ...inherited, ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
        done({ code, stdout, stderr })
      },
    )
  })
}
