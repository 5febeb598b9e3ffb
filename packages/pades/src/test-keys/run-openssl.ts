/**
 * The outside judge of these tests, where the machine has it.
 *
 * Difficulty: low.
 */
import { spawnSync } from 'node:child_process'

/** Whether OpenSSL 3 is installed. */
export const hasOpenssl = /^OpenSSL 3/.test(spawnSync('openssl', ['version']).stdout?.toString() ?? '')

/** Runs it in `cwd`; its standard error when it fails. */
export function runOpenssl(cwd: string, ...args: readonly string[]): { ok: boolean; stderr: string; stdout: Buffer } {
  const { status, stderr, stdout } = spawnSync('openssl', args, { cwd })
  return { ok: status === 0, stderr: stderr.toString(), stdout }
}
