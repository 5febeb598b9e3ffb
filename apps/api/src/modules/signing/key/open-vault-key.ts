import { PIN_TRIES, PortalError } from '@rubrica/domain'
import type { CertificateStore, KeyVault, SigningCertificate } from '../../certificates/ports.ts'
import type { Failpoint } from '../../../ports/failpoints.ts'

export interface OpenVaultKey {
  readonly certificates: CertificateStore
  readonly vault: KeyVault
  readonly reach: Failpoint
  readonly now: () => Date
}

/** How long a caller waits for a try while all of them are under way, and how often it looks. */
const WAIT_MS = 10_000
const LOOK_EVERY_MS = 50

export const pinLocked = () =>
  new PortalError('PIN_LOCKED', 'This certificate is locked after too many wrong PINs', { facts: { TriesLeft: 0 } })

/** Reserves one of the five tries before the PIN is looked at: a hundred parallel guesses are five guesses. */
async function reserveTry(needs: OpenVaultKey, certificateId: string): Promise<string> {
  for (let waited = 0; waited <= WAIT_MS; waited += LOOK_EVERY_MS) {
    const outcome = await needs.certificates.reservePinTry(certificateId)
    if (typeof outcome === 'object') return outcome.tryId
    if (outcome === 'locked') throw pinLocked()
    if (outcome === 'gone') throw new PortalError('CERTIFICATE_NOT_FOUND', 'The certificate was deleted meanwhile')
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new PortalError('TEMPORARILY_UNAVAILABLE', 'This certificate is in use; try again in a moment')
}

/**
 * A missing PIN counts as no try.
 * @throws {PortalError} PIN_REQUIRED
 */
export function requirePin(
  { wrappedKey, inputs }: Pick<SigningCertificate, 'wrappedKey' | 'inputs'>,
  pin: string | undefined,
): void {
  const takesPin = wrappedKey !== null || inputs?.includes('pin') === true
  if (takesPin && !pin) throw new PortalError('PIN_REQUIRED', 'This certificate signs with its PIN')
}

/**
 * Opens a vault key with its PIN.
 * @returns the PKCS#8 key; the caller overwrites it after use.
 * @throws PortalError PIN_REQUIRED, WRONG_PIN (with TriesLeft), PIN_LOCKED.
 */
export async function openVaultKey(
  needs: OpenVaultKey,
  certificate: SigningCertificate,
  pin: string,
): Promise<Uint8Array> {
  requirePin(certificate, pin)
  const tryId = await reserveTry(needs, certificate.id)
  await needs.reach('pin-try-reserved')
  const binding = { userId: certificate.userId, certificateId: certificate.id }
  const key = await needs.vault.open(certificate.wrappedKey!, pin, binding).catch(async (error: unknown) => {
    await needs.certificates.releasePinTry(certificate.id, tryId)
    throw error
  })
  if (key === undefined) {
    const left = await needs.certificates.spendPinTry(certificate.id, tryId, needs.now())
    if (left === 0) throw pinLocked()
    throw new PortalError('WRONG_PIN', 'The PIN is wrong', { facts: { TriesLeft: left, Tries: PIN_TRIES } })
  }
  await needs.reach('key-opened')
  await needs.certificates.returnPinTry(certificate.id, tryId)
  await needs.reach('pin-try-returned')
  return key
}
