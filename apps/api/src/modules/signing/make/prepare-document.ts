import { PortalError, type ErrorCode } from '@rubrica/domain'
import type { PreparedSignature } from '@rubrica/pades'
import type { SigningCertificate } from '../../certificates/ports.ts'
import type { DocumentBytes, LoadedRevision } from '../../pending-documents/ports.ts'
import { describeSignature, type DescribeSignature } from './describe-signature.ts'
import type { Preparation, PreparationStore, SignatureMaker, SignatureToMake } from '../ports.ts'

export interface PrepareDocument extends DescribeSignature {
  readonly documents: DocumentBytes
  readonly preparations: PreparationStore
  readonly maker: SignatureMaker
}

/** Long enough for a person with a phone, short enough that the date in the signature is still about right. */
const WAITING_MS = 30 * 60_000
/**
 * A value of this digest may exist somewhere: a new try within a day asks for the same one. Never longer: the
 * date, the name and the picture in it are those of the first try.
 */
const ASKED_MS = 24 * 60 * 60_000

export interface WhatToPrepare {
  readonly signature: SignatureToMake
  readonly certificate: SigningCertificate
  readonly base: LoadedRevision
}

/** Fixes every byte of the new revision. */
export async function prepareNow(
  needs: PrepareDocument,
  { signature, certificate, base }: WhatToPrepare,
): Promise<PreparedSignature> {
  return needs.maker.prepare(base.bytes, await describeSignature(needs, signature, certificate))
}

/**
 * What was prepared for this signer, certificate, office and revision, or is from now on.
 * @param lifeMs how long it is to be kept, from when it was made
 * @throws {PortalError} DOCUMENT_BUSY when a newer revision, or one in another office, was prepared at the same moment
 */
export async function prepareToKeep(
  needs: PrepareDocument,
  what: WhatToPrepare,
  lifeMs: number = WAITING_MS,
): Promise<PreparedSignature> {
  const { signature, certificate, base } = what
  const at = needs.now()
  const substitutionId = signature.office?.substitutionId ?? null
  const kept = await needs.preparations.find(signature.signerId, certificate.id, at)
  const serves = kept && isOf(kept, certificate, substitutionId)
  if (serves && kept.baseRevision === base.revision) {
    if (lifeMs > WAITING_MS) await needs.preparations.extend(signature.signerId, certificate.id, lifeMs)
    return kept.prepared
  }
  if (kept && !serves) await needs.preparations.forget(signature.signerId, certificate.id)
  const fresh = {
    signerId: signature.signerId,
    certificateId: certificate.id,
    substitutionId,
    baseRevision: base.revision,
    prepared: await prepareNow(needs, what),
  }
  const until = new Date(at.getTime() + lifeMs)
  const counts = await needs.preparations.keep(fresh, { at, until })
  // Its bytes belong to another base than the one at hand, or say other words.
  if (counts.baseRevision !== base.revision || counts.substitutionId !== substitutionId) {
    throw new PortalError('DOCUMENT_BUSY', 'Somebody else has signed the document at this moment; try again')
  }
  return counts.prepared
}

/** A certificate that the provider has renewed since is another one, under the same name. */
const isOf = (kept: Preparation, certificate: SigningCertificate, substitutionId: string | null): boolean =>
  Buffer.compare(kept.prepared.certificate ?? new Uint8Array(0), certificate.certificate) === 0 &&
  kept.substitutionId === substitutionId

/** What is said before anything is signed: there is no value of the digest. */
const REFUSALS: readonly ErrorCode[] = [
  'WRONG_PIN',
  'PIN_LOCKED',
  'WRONG_CODE',
  'WRONG_CODE_OR_PIN',
  'CODE_EXPIRED',
  'CODE_REQUIRED',
  'PROVIDER_LOGIN_INVALID',
  'PROVIDER_NOT_AUTHORISED',
  'PROVIDER_UNREACHABLE',
  'CERTIFICATE_NOT_FOUND',
  'CERTIFICATE_UNUSABLE',
  'SIGNING_CANCELLED',
  'SIGNING_SESSION_EXPIRED',
  'DIGEST_NOT_AUTHORISED',
  'BATCH_TOO_LARGE',
  'DOCUMENT_NO_LONGER_AVAILABLE',
]

/**
 * Lets a provider hear of the digest. What was prepared lives on as before when the provider refuses, and is kept for
 * another try when nobody knows whether it signed.
 */
export async function askForValue<T>(
  { preparations }: PrepareDocument,
  { signature, certificate }: Omit<WhatToPrepare, 'base'>,
  ask: () => Promise<T>,
): Promise<T> {
  const formerEnd = await preparations.extend(signature.signerId, certificate.id, ASKED_MS)
  try {
    return await ask()
  } catch (error) {
    const isRefused = error instanceof PortalError && REFUSALS.includes(error.code)
    // At worst it is kept too long.
    if (formerEnd && isRefused) {
      await preparations.endAt(signature.signerId, certificate.id, formerEnd).catch(() => undefined)
    }
    throw error
  }
}
