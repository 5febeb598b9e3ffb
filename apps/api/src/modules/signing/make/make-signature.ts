import { createHash } from 'node:crypto'
import { PortalError, type AccessMethod } from '@rubrica/domain'
import type { Holder } from '../../holder.ts'
import type { SigningCertificate } from '../../certificates/ports.ts'
import type { LoadedRevision } from '../../pending-documents/ports.ts'
import type { Failpoint } from '../../../ports/failpoints.ts'
import type { ObjectUnderWay } from '../../../ports/object-store.ts'
import type { DocumentSigner, SignerMode } from '../key/document-signer.ts'
import { newLease, type HoldLease } from '../claim/hold-lease.ts'
import type { CompletedSignature, EmbeddedSignature, SignatureToMake, SignedDigests, SignedTails } from '../ports.ts'
import type { SignatureSession } from '../key/ports.ts'
import type { Prepared } from '../batch/prepare-ahead.ts'
import { askForValue, prepareNow, prepareToKeep, type PrepareDocument } from './prepare-document.ts'
import { requireOnlySignatures } from './load-signed-base.ts'
import { notAuthorised, requireAuthorised } from '../key/require-signature-session.ts'

export interface MakeSignature extends PrepareDocument, HoldLease {
  readonly tails: SignedTails
  readonly reach: Failpoint
  readonly now: () => Date
}

/** A signer that this process has claimed, and everything to sign for them. */
export interface ClaimedSignature {
  readonly signature: SignatureToMake
  readonly certificate: SigningCertificate
  /** Whose the certificate is; confirmed where it does not say. */
  readonly holder: Holder
  readonly attemptId: string
  readonly accessMethod: AccessMethod
  readonly signer: DocumentSigner
  readonly signatureSession: SignatureSession | undefined
}

/** How often a signature is made anew because another one of ours came between. */
const MAX_REPREPARATIONS = 25

const keepsPreparations = (mode: SignerMode): boolean => mode !== 'at-hand'
const isRemote = (mode: SignerMode): boolean => mode === 'remote' || mode === 'remote-once'

/** Reads the newest revision, and fixes every byte of the one to come. */
export type Prepare = () => Promise<Prepared>

export async function prepareCurrent(
  needs: MakeSignature,
  { signature, certificate }: Pick<ClaimedSignature, 'signature' | 'certificate'>,
  mode: SignerMode,
): Promise<Prepared> {
  const base = await needs.documents.load(signature.documentId)
  await needs.reach('base-loaded')
  const prepare = keepsPreparations(mode) ? prepareToKeep : prepareNow
  const prepared = await prepare(needs, { signature, certificate, base })
  await needs.reach('prepared')
  return { base, prepared }
}

/**
 * Makes the signature part of the document, on the newest revision.
 * @throws {PortalError} DOCUMENT_BUSY, DOCUMENT_NO_LONGER_AVAILABLE, TEMPORARILY_UNAVAILABLE when the claim was lost,
 *   DIGEST_NOT_AUTHORISED, what the signer throws
 */
export async function makeSignature(
  needs: MakeSignature,
  claimed: ClaimedSignature,
  prepare: Prepare = () => prepareCurrent(needs, claimed, claimed.signer.mode),
): Promise<void> {
  for (let round = 0; round < MAX_REPREPARATIONS; round++) {
    if (await makeOnce(needs, claimed, await prepare())) return
    if (claimed.signer.mode === 'remote-once') throw notAuthorised()
  }
  throw new PortalError('DOCUMENT_BUSY', 'Too many people are signing this document at the same moment')
}

/** One try on the newest revision. @returns false when another signature came first. */
async function makeOnce(
  needs: MakeSignature,
  claimed: ClaimedSignature,
  { base, prepared }: Prepared,
): Promise<boolean> {
  const { signer, signatureSession } = claimed
  const isKept = keepsPreparations(signer.mode)
  requireAuthorised(signatureSession, prepared)
  // Nobody else hears of the digest before it is written down.
  if (isKept) await recordDigests(needs, claimed, { base, prepared })
  const embedded = await signAndEmbed(needs, claimed, { base, prepared })
  await needs.reach('resumed')
  const made = { base, prepared, ...embedded, certificateSerial: claimed.certificate.serialNumber }
  const committed = { ...claimed, ...confirmedOf(claimed.holder) }
  if (!(await commitTail(needs, committed, { ...made, isRecorded: isKept }))) return false
  if (isKept) await needs.preparations.forget(claimed.signature.signerId, claimed.certificate.id)
  return true
}

/** For the audit log: the name that only the person vouches for. */
export const confirmedOf = ({ verdict, name }: Holder): Pick<CompletedSignature, 'confirmedHolder'> =>
  verdict === 'unknown' ? { confirmedHolder: name } : {}

async function recordDigests(
  needs: MakeSignature,
  { attemptId, signature }: ClaimedSignature,
  { base, prepared }: Prepared,
): Promise<void> {
  const recorded = await needs.signing.recordDigests(attemptId, {
    ...digestsOf({ base, prepared }),
    baseRevision: base.revision,
    lease: newLease(needs),
  })
  if (!recorded) throw await explainLostClaim(needs, signature)
  await needs.reach('digests-recorded')
}

/** The value is checked against certificate and digest before anything else is done with it. */
async function signAndEmbed(
  needs: MakeSignature,
  claimed: ClaimedSignature,
  { base, prepared }: Prepared,
): Promise<EmbeddedSignature> {
  const { signer } = claimed
  const ask = () => signer.sign(prepared, () => requireHeld(needs, claimed))
  const signature = await (isRemote(signer.mode) ? askForValue(needs, claimed, ask) : ask())
  await needs.reach('signature-made')
  try {
    return await needs.maker.resume(base.bytes, prepared, {
      signature,
      onTimestamp: async (step) => needs.reach(step),
    })
  } catch (error) {
    throw signer.explain(error)
  }
}

const digestsOf = ({ base, prepared }: Prepared): SignedDigests => ({
  shown: Buffer.from(base.digest, 'hex'),
  signed: prepared.documentDigest,
})

/** Writes the tail while the transaction is under way, which waits for it before it ends. */
async function beginTail(needs: MakeSignature, { key }: LoadedRevision, tail: Uint8Array): Promise<ObjectUnderWay> {
  const { id, stored } = await needs.tails.begin(key, tail)
  const written = stored.then(() => needs.reach('tail-written'))
  // A failure is the transaction's, if it comes that far.
  written.catch(() => undefined)
  return { id, stored: written }
}

/** What there is to commit. */
interface MadeTail extends Prepared, EmbeddedSignature {
  readonly certificateSerial: string
  /** Its digests were written down before. */
  readonly isRecorded: boolean
}

type CommittedFor = Pick<ClaimedSignature, 'signature' | 'attemptId' | 'accessMethod'> &
  Pick<CompletedSignature, 'confirmedHolder' | 'whereabouts' | 'madeCertificate'>

/**
 * Makes what was signed part of the document. @returns false when only signatures of ours came before
 * @throws {PortalError} DOCUMENT_NO_LONGER_AVAILABLE, TEMPORARILY_UNAVAILABLE when the claim was lost
 */
export async function commitTail(
  needs: MakeSignature,
  { signature, attemptId, accessMethod, confirmedHolder, whereabouts, madeCertificate }: CommittedFor,
  { base, prepared, tail, level, certificateSerial, isRecorded }: MadeTail,
): Promise<boolean> {
  const outcome = await needs.signing.complete({
    ...signature,
    attemptId,
    accessMethod,
    baseRevision: base.revision,
    baseLength: base.bytes.length,
    object: await beginTail(needs, base, tail),
    digests: isRecorded ? undefined : digestsOf({ base, prepared }),
    length: tail.length,
    digest: createHash('sha256').update(base.bytes).update(tail).digest(),
    at: needs.now(),
    lease: newLease(needs),
    certificateSerial,
    level,
    ...(confirmedHolder !== undefined && { confirmedHolder }),
    ...(whereabouts && { whereabouts }),
    ...(madeCertificate && { madeCertificate }),
  })
  if (outcome === 'lease-lost') throw await explainLostClaim(needs, signature)
  if (outcome === 'base-moved') {
    // What came between may be this very signature, by somebody who has taken the claim over.
    await requireHeld(needs, { signature, attemptId })
    await requireOnlySignatures(needs, signature.documentId, base.revision)
    return false
  }
  await needs.reach('committed')
  return true
}

/** @throws {PortalError} as explainLostClaim says, when the document was let go or has ended */
async function requireHeld(
  needs: MakeSignature,
  { signature, attemptId }: Pick<ClaimedSignature, 'signature' | 'attemptId'>,
): Promise<void> {
  if (!(await needs.signing.isHeld(attemptId, needs.instance))) throw await explainLostClaim(needs, signature)
}

/** A claim is lost with the document, or alone: then it waits for the same person still. */
async function explainLostClaim(
  { signing }: Pick<MakeSignature, 'signing'>,
  signature: SignatureToMake,
): Promise<PortalError> {
  const now = await signing.findForSigner(signature, signature.signerId)
  return now?.state === 'pending' || now?.state === 'signing'
    ? new PortalError('TEMPORARILY_UNAVAILABLE', 'Signing took too long and the document was let go; try again')
    : new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was signed, rejected or withdrawn meanwhile')
}
