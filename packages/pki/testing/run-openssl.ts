/**
 * The outside judge of these tests, where the machine has it.
 */
import { spawnSync } from 'node:child_process'

const PROGRAM = 'openssl'

/** Whether OpenSSL 3 is installed. */
export const hasOpenssl = /^OpenSSL 3/.test(spawnSync(PROGRAM, ['version']).stdout?.toString() ?? '')

export interface OpensslResult {
  readonly ok: boolean
  readonly stderr: string
}

/** Runs it in `cwd`. */
export function runOpenssl(cwd: string, ...args: readonly string[]): OpensslResult {
  const { status, stderr } = spawnSync(PROGRAM, args, { cwd })
  return { ok: status === 0, stderr: stderr.toString() }
}
