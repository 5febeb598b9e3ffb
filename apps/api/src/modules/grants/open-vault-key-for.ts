import { PortalError } from '@rubrica/domain'
import type { SigningCertificate } from '../certificates/ports.ts'
import type { CodeStore } from '../signing/key/ports.ts'

export interface OpenVaultKey {
  readonly codes: Pick<CodeStore, 'answer'>
  /** The person's certificate, when it can and may sign. Throws PortalError. */
  readonly chooseCertificate: (userId: string, certificateId: string) => Promise<SigningCertificate>
  /** The certificate says that it is the person's, or they have confirmed the name in it. Throws PortalError. */
  readonly requireHolder: (certificate: SigningCertificate, confirmed: string | undefined) => void
  /** A vault key with its PIN; a wrong one costs a try. Throws PortalError. */
  readonly openKey: (certificate: SigningCertificate, pin: string) => Promise<Uint8Array>
  readonly now: () => Date
}

export interface WhatWasTyped {
  readonly userId: string
  readonly inputs: { readonly pin?: string; readonly code?: string }
}

/**
 * A vault key with what its certificate takes. The PIN first: a wrong one leaves the code for another try.
 * @returns PKCS#8, which the caller overwrites after use
 * @throws {PortalError} CODE_REQUIRED, WRONG_CODE, CODE_EXPIRED, DIGEST_NOT_AUTHORISED, WRONG_PIN, PIN_LOCKED
 */
export async function openVaultKeyFor(
  needs: OpenVaultKey,
  certificate: SigningCertificate,
  { userId, inputs }: WhatWasTyped,
): Promise<Uint8Array> {
  const takesCode = certificate.authenticationType === 'SMS'
  if (takesCode && !inputs.code) {
    throw new PortalError('CODE_REQUIRED', 'This certificate signs in a session that a code opens')
  }
  const key = await needs.openKey(certificate, inputs.pin ?? '')
  try {
    if (takesCode) await spendCode(needs, { userId, certificateId: certificate.id, code: inputs.code!.trim() })
    return key
  } catch (error) {
    key.fill(0)
    throw error
  }
}

async function spendCode(
  { codes, now }: OpenVaultKey,
  attempt: { userId: string; certificateId: string; code: string },
): Promise<void> {
  const answer = await codes.answer({ ...attempt, at: now() })
  if (answer.kind === 'wrong') {
    throw new PortalError('WRONG_CODE', 'The code is wrong', { facts: { TriesLeft: answer.triesLeft } })
  }
  if (answer.kind === 'none') throw new PortalError('CODE_EXPIRED', 'The code is no longer valid; ask for another one')
  if (answer.batchId !== null) {
    throw new PortalError('DIGEST_NOT_AUTHORISED', 'The code was sent for documents here; ask for another one')
  }
}
