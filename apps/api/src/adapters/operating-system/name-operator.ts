import { userInfo } from 'node:os'
import type { Environment } from '../../config/environment-reader.ts'

/**
 * The account of the machine that this process runs under, and who became it by sudo, as sudo says. An account without a
 * name, as containers have it, is told by its number.
 */
export function nameOperator(env: Environment): string {
  const before = env['SUDO_USER']?.trim()
  const account = nameOfAccount()
  return before && before !== account ? `${account} (sudo by ${before})` : account
}

function nameOfAccount(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
