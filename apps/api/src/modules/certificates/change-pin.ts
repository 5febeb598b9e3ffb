import { PortalError } from '@rubrica/domain'
import type { CertificateStore, KeyVault, SigningCertificate } from './ports.ts'

export interface ChangePin {
  readonly certificates: Pick<CertificateStore, 'find' | 'replaceKey'>
  readonly vault: KeyVault
  /** Opens a key under the rules for wrong PINs. The caller overwrites it after use. */
  readonly openKey: (certificate: SigningCertificate, pin: string) => Promise<Uint8Array>
}

export interface PinChange {
  readonly userId: string
  readonly certificateId: string
  readonly currentPin: string
  readonly newPin: string
}

/** A change of server keys may come between; another change of the PIN makes the current one wrong. */
const TRIES = 3

/**
 * Puts a key of the vault under another PIN: from one moment to the next, or not at all.
 * @throws {PortalError} CERTIFICATE_NOT_FOUND, CERTIFICATE_TYPE_NOT_ALLOWED (its PIN is kept elsewhere), WRONG_PIN,
 * PIN_LOCKED
 */
export async function changePin(needs: ChangePin, change: PinChange): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (await rewrap(needs, change)) return
  }
  throw new PortalError('TEMPORARILY_UNAVAILABLE', 'This certificate is being changed; try again in a moment')
}

async function rewrap(needs: ChangePin, { userId, certificateId, currentPin, newPin }: PinChange): Promise<boolean> {
  const certificate = await needs.certificates.find(userId, certificateId)
  if (!certificate) throw new PortalError('CERTIFICATE_NOT_FOUND', 'There is no such certificate')
  if (certificate.wrappedKey === null) {
    throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'The PIN of this certificate is changed at its provider')
  }
  const key = await needs.openKey(certificate, currentPin)
  try {
    const fresh = await needs.vault.protect(key, newPin, { userId, certificateId })
    return await needs.certificates.replaceKey(certificateId, certificate.wrappedKey, fresh)
  } finally {
    key.fill(0)
  }
}
