import { createHash, randomUUID } from 'node:crypto'
import { PortalError, type AccessMethod } from '@rubrica/domain'
import type { CertificateStore, CertificateFiles, KeyVault, SigningCertificate } from '../certificates/ports.ts'
import type { DocumentBytes } from '../pending-documents/ports.ts'
import { answerEarlierAttempt } from './answer-earlier-attempt.ts'
import type { Failpoint } from '../../ports/failpoints.ts'
import { openVaultKey } from './open-vault-key.ts'
import type { Attempt, Lease, SignatureMaker, SignatureToMake, SignedTails, SigningStore } from './ports.ts'

export interface SignWithKeyVault {
  readonly signing: SigningStore
  readonly documents: DocumentBytes
  readonly tails: SignedTails
  readonly certificates: CertificateStore
  readonly files: CertificateFiles
  readonly vault: KeyVault
  readonly maker: SignatureMaker
  readonly mayUseVault: (userId: string) => Promise<boolean>
  readonly reach: Failpoint
  readonly now: () => Date
  /** Names this process among the replicas; claims of a dead one run out by themselves. */
  readonly instance: string
  readonly leaseMs: number
}

export interface SignatureOrder {
  readonly userId: string
  readonly signerId: string
  readonly certificateId: string
  readonly pin: string
  readonly accessMethod: AccessMethod
  /** One per attempt; the same attempt repeated gets the same answer. */
  readonly attemptKey?: string
}

/** How often a signature is made anew because another one of ours came between. */
const MAX_REPREPARATIONS = 25

/**
 * Signs one document with a key of the vault.
 *
 * The claim comes first, so that the losers of a race are told so (409) and no PIN of theirs is
 * tried. From the claim on, whatever goes wrong lets go of it, and a crash leaves a lease that
 * runs out: the document is unsigned or signed once.
 */
export async function signWithKeyVault(needs: SignWithKeyVault, order: SignatureOrder): Promise<void> {
  const attemptKey = order.attemptKey ?? randomUUID()
  const signature = await needs.signing.findForSigner(order.userId, order.signerId)
  if (!signature) throw new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document for this user')
  if (await answerEarlierAttempt(needs, order.signerId, attemptKey)) return
  await needs.reach('signer-found')
  const certificate = await usableCertificate(needs, order, signature)
  await needs.reach('certificate-checked')
  const transactionId = await claim(needs, { ...order, attemptKey, at: needs.now() })
  if (transactionId === undefined) {
    if (await answerEarlierAttempt(needs, order.signerId, attemptKey)) return
    throw new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was signed, rejected or withdrawn meanwhile')
  }
  await needs.reach('claimed')
  await signClaimed(needs, { order, signature, certificate, transactionId }).catch(async (error: unknown) => {
    const code = error instanceof PortalError ? error.code : 'INTERNAL'
    await needs.signing.release(transactionId, code, needs.now())
    throw error
  })
}

interface ClaimedSignature {
  readonly order: SignatureOrder
  readonly signature: SignatureToMake
  readonly certificate: SigningCertificate
  readonly transactionId: string
}

const newLease = (needs: SignWithKeyVault): Lease => ({
  owner: needs.instance,
  until: new Date(needs.now().getTime() + needs.leaseMs),
})

/** A claim that fails is tried once more when what stood in its way was left by a process that died. */
async function claim(needs: SignWithKeyVault, attempt: Attempt): Promise<string | undefined> {
  const transactionId = await needs.signing.claim(attempt, newLease(needs))
  if (transactionId !== undefined || (await needs.signing.releaseExpired(needs.now())) === 0) return transactionId
  return needs.signing.claim(attempt, newLease(needs))
}

async function usableCertificate(needs: SignWithKeyVault, order: SignatureOrder, signature: SignatureToMake) {
  if (signature.readAll && signature.pagesServed < signature.pageCount) {
    throw new PortalError('READ_ALL_PENDING', 'Some pages of this document have not been read yet', {
      facts: { Pages: signature.pageCount, Read: signature.pagesServed },
    })
  }
  const certificate = await needs.certificates.find(order.userId, order.certificateId)
  if (!certificate?.wrappedKey || certificate.type !== 'keyvault') {
    throw new PortalError('CERTIFICATE_NOT_FOUND', 'There is no such certificate in the vault of this user')
  }
  if (!(await needs.mayUseVault(order.userId))) {
    throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'This user may not sign with keys of the vault')
  }
  if (signature.certificateId !== null && signature.certificateId !== certificate.id) {
    throw new PortalError('CERTIFICATE_UNUSABLE', 'The sender asks for another certificate', {
      facts: { Reasons: ['OTHER_CERTIFICATE_DEMANDED'] },
    })
  }
  const { unusable } = needs.files.describe(certificate.certificate, certificate.chain, needs.now())
  if (unusable.length > 0) {
    throw new PortalError('CERTIFICATE_UNUSABLE', 'This certificate cannot sign documents', {
      facts: { Reasons: unusable },
    })
  }
  return certificate
}

async function signClaimed(needs: SignWithKeyVault, claimed: ClaimedSignature): Promise<void> {
  const key = await openVaultKey(needs, claimed.certificate, claimed.order.pin)
  try {
    for (let round = 0; round < MAX_REPREPARATIONS; round++) {
      if (await signOnce(needs, claimed, key)) return
    }
  } finally {
    key.fill(0)
  }
  throw new PortalError('DOCUMENT_BUSY', 'Too many people are signing this document at the same moment')
}

/** One attempt on the newest revision. @returns false when another signature came first. */
async function signOnce(needs: SignWithKeyVault, claimed: ClaimedSignature, key: Uint8Array): Promise<boolean> {
  const { signature, certificate, transactionId } = claimed
  const base = await needs.documents.load(signature.documentId)
  await needs.reach('base-loaded')
  const prepared = await needs.maker.prepare(base.bytes, requestFor(signature, certificate, needs.now()))
  await needs.reach('prepared')
  const lease = newLease(needs)
  const digests = {
    baseRevision: base.revision,
    shown: Buffer.from(base.digest, 'hex'),
    signed: prepared.documentDigest,
    lease,
  }
  if (!(await needs.signing.recordDigests(transactionId, digests))) throw leaseLost()
  await needs.reach('digests-recorded')
  const value = needs.maker.sign(key, prepared)
  await needs.reach('signature-made')
  const tail = await needs.maker.resume(base.bytes, prepared, {
    signature: value,
    onTimestamp: async (step) => needs.reach(step),
  })
  await needs.reach('resumed')
  const objectId = await needs.tails.write(signature.documentId, tail)
  await needs.reach('tail-written')
  const outcome = await needs.signing.complete({
    ...signature,
    transactionId,
    accessMethod: claimed.order.accessMethod,
    baseRevision: base.revision,
    baseLength: base.bytes.length,
    objectId,
    length: tail.length,
    digest: createHash('sha256').update(base.bytes).update(tail).digest(),
    at: needs.now(),
    lease,
    certificateSerial: needs.files.describe(certificate.certificate, certificate.chain, needs.now()).serialNumber,
  })
  if (outcome === 'lease-lost') throw leaseLost()
  if (outcome === 'signed') {
    await needs.reach('committed')
    return true
  }
  return mayTryAgain(needs, signature.documentId, base.revision)
}

/** What the person saw is still what is signed when only signatures of ours came between (architecture part 4). */
async function mayTryAgain(needs: SignWithKeyVault, documentId: string, from: number): Promise<false> {
  const now = await needs.documents.load(documentId)
  if (now.revision > from && (await needs.tails.onlySignaturesBetween(documentId, from, now.revision))) return false
  throw new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was rejected, withdrawn or changed meanwhile')
}

const leaseLost = () =>
  new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'Signing took too long and the document was let go')

function requestFor(signature: SignatureToMake, certificate: SigningCertificate, at: Date) {
  return {
    certificate: certificate.certificate,
    chain: certificate.chain,
    fieldName: signature.fieldName,
    repeatIn: signature.furtherFieldNames,
    claimedTime: at,
    name: signature.signerName,
    ...(signature.reason !== null && { reason: signature.reason }),
    ...(signature.visible && { appearance: appearanceOf(signature, at) }),
  }
}

/** Name, date and reason, as the sender's box shows them; the image when the person has one. */
function appearanceOf(signature: SignatureToMake, at: Date) {
  const date = at.toISOString().slice(0, 16).replace('T', ' ') + ' UTC'
  return {
    lines: [signature.signerName, date, ...(signature.reason ? [signature.reason] : [])],
    ...(signature.signatureImage && { image: signature.signatureImage }),
  }
}
