import { randomUUID } from 'node:crypto'
import { PortalError, type AccessMethod } from '@rubrica/domain'
import { requireAccepted, type RequireAccepted } from '../../accepted-disclaimer.ts'
import type { CertificateAuthority, CertificateFiles, KeyInFile, SigningCertificate } from '../../certificates/ports.ts'
import type { Holder } from '../../holder.ts'
import type { Acting } from '../../sessions/ports.ts'
import type { UnchangedDocuments } from '../../validation/ports.ts'
import { answerEarlierAttempt } from '../claim/answer-earlier-attempt.ts'
import { findSignature, requireRead } from '../claim/find-pending.ts'
import { withinClaim } from '../claim/within-claim.ts'
import { requireDemanded } from '../key/choose-certificate.ts'
import type { DocumentSigner } from '../key/document-signer.ts'
import type { SignatureMaker } from '../ports.ts'
import { makeSignature, type MakeSignature } from './make-signature.ts'

export interface SignForGuest extends MakeSignature, RequireAccepted {
  readonly authority: CertificateAuthority
  readonly files: Pick<CertificateFiles, 'describe'>
  readonly maker: SignatureMaker
  readonly unchanged: UnchangedDocuments
  /** The address that somebody without a legal id has proved; undefined for who has one, and signs with what states it. */
  readonly provedAddressOf: (userId: string) => Promise<string | undefined>
}

export interface GuestSignatureOrder extends Acting {
  readonly signerId: string
  readonly accessMethod: AccessMethod
  readonly acceptChanges?: boolean | undefined
  readonly acceptedDisclaimer?: string | undefined
  /** One per attempt; the same attempt repeated gets the same answer. */
  readonly attemptKey?: string | undefined
}

/**
 * Signs for somebody of whom nothing but an e-mail address is proved, with a certificate that is issued for this
 * signature and names that address alone. Its key is in memory only, and overwritten once it has signed.
 * @throws {PortalError} SCOPE_TOO_NARROW for who has a legal id; DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE, READ_ALL_PENDING, DISCLAIMER_NOT_ACCEPTED,
 *   DOCUMENT_SUSPICIOUS, CERTIFICATE_UNUSABLE (with Reasons), PROVIDER_…, and what makeSignature throws
 */
export async function signForGuest(needs: SignForGuest, order: GuestSignatureOrder): Promise<void> {
  const attemptKey = order.attemptKey ?? randomUUID()
  const found = await findSignature(needs, order)
  const email = await needs.provedAddressOf(order.userId)
  if (email === undefined) throw new PortalError('SCOPE_TOO_NARROW', 'This person signs with a certificate of theirs.')
  if (await answerEarlierAttempt(needs, order.signerId, attemptKey)) return
  requireRead(found)
  requireDemanded(found, {})
  const signature = requireAccepted(needs, found, order.acceptedDisclaimer)
  const acceptedIntegrity = await needs.unchanged.require(signature.current, { accepted: order.acceptChanges })
  const attempt = {
    ...{ signerId: order.signerId, userId: order.userId, documentId: signature.documentId },
    ...{ certificateId: null, attemptKey, accessMethod: order.accessMethod, acceptedIntegrity, at: needs.now() },
  }
  await withinClaim(needs, attempt, async (attemptId) => {
    const issued = await needs.authority.issue({ mailbox: email })
    const signer = signerWith(needs.maker, issued.key)
    try {
      const certificate = usable(needs, issued, { email, userId: order.userId })
      const holder = mailboxHolder(email)
      const claimed = { signature, certificate, holder, attemptId, signer }
      await makeSignature(needs, { ...claimed, accessMethod: order.accessMethod, signatureSession: undefined })
    } finally {
      signer.close()
    }
  })
}

const signerWith = (maker: SignatureMaker, key: Uint8Array): DocumentSigner => ({
  mode: 'at-hand',
  sign: (prepared) => Promise.resolve(maker.signerFor(key)(prepared)),
  explain: (error) => error,
  close: () => void key.fill(0),
})

/** The certificate names nobody but the mailbox that it was asked for. */
const mailboxHolder = (email: string): Holder => ({
  kind: 'person',
  name: email,
  organisation: null,
  verdict: 'same',
  maySign: true,
})

/** What was issued, as a certificate that no row keeps. */
function usable(
  { files, now }: SignForGuest,
  { certificate, chain }: KeyInFile,
  { email, userId }: { readonly email: string; readonly userId: string },
): SigningCertificate {
  const facts = files.describe(certificate, chain, now())
  const reasons = facts.commonName.toLowerCase() === email.toLowerCase() ? facts.unusable : ['OTHER_SUBJECT']
  if (reasons.length > 0) {
    throw new PortalError('CERTIFICATE_UNUSABLE', 'The authority issued a certificate that cannot sign documents', {
      facts: { Reasons: reasons },
    })
  }
  return {
    ...{ id: randomUUID(), userId, type: 'keyvault', alias: email, dn: facts.dn, legalId: '' },
    ...{ authenticationType: 'PIN', pinRequired: false, notAfter: facts.notAfter, locked: false, inputs: null },
    ...{ maxDocuments: 1, qualified: false, suspended: false, certificate, chain, wrappedKey: null },
    ...{ serialNumber: facts.serialNumber, providerRef: null, scal: '1' },
  }
}
