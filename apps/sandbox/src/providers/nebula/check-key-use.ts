import type { Tries } from '../count-tries.ts'
import { NebulaError } from './nebula-error.ts'
import type { NebulaCertificate, NebulaSafe, NebulaUser } from './nebula-users.ts'

/** The user's certificate with this signing identifier. Throws NebulaError. */
export async function findNebulaCertificate(
  safe: NebulaSafe,
  user: NebulaUser,
  signingId: string,
): Promise<NebulaCertificate> {
  const found = (await safe.list(user)).find(({ key }) => key.id === signingId)
  if (found === undefined) throw new NebulaError(404, 'error_certificate_not_found', 'The certificate does not exist')
  if (found.usable) return found
  throw new NebulaError(403, 'error_certificate_not_usable', 'The certificate is expired or revoked')
}

export interface PinCheck {
  readonly certificate: NebulaCertificate
  readonly pin: string
  readonly safe: NebulaSafe
  readonly pinTries: Tries
}

/** Throws NebulaError for a wrong PIN of a key that has one, and for any PIN once it is locked. */
export function checkPin({ certificate: { key, usePin }, pin, safe, pinTries }: PinCheck): void {
  if (!usePin) return
  if (pinTries.isLocked(key.id)) throw pinTrouble('CKR_PIN_LOCKED')
  if (pin !== safe.pinOf(key)) {
    throw pinTrouble(pinTries.fail(key.id) > 0 ? 'CKR_PIN_INCORRECT' : 'CKR_PIN_LOCKED')
  }
  pinTries.succeed(key.id)
}

/** The vendor's own words, with the name of the PKCS#11 error behind them. */
const pinTrouble = (reason: string): NebulaError =>
  new NebulaError(400, 'error_sign_init', `The PIN could has caused problems in the sign init process: ${reason}`)
