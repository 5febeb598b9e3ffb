import type { PreparedSignature } from '@rubrica/pades'
import type { SigningCertificate } from '../certificates/ports.ts'
import type { DocumentBytes, LoadedRevision } from '../pending-documents/ports.ts'
import { describeSignature } from './describe-signature.ts'
import type { PreparationStore, SignatureMaker, SignatureToMake } from './ports.ts'

export interface PrepareDocument {
  readonly documents: DocumentBytes
  readonly preparations: PreparationStore
  readonly maker: SignatureMaker
  readonly now: () => Date
}

/** Long enough for a person with a phone, short enough that the date in the signature is still about right. */
const WAITING_MS = 30 * 60_000
/** A value of this digest may exist somewhere: whoever tries again within a day asks for the same one. */
const ASKED_MS = 24 * 60 * 60_000

export interface WhatToPrepare {
  readonly signature: SignatureToMake
  readonly certificate: SigningCertificate
  readonly base: LoadedRevision
}

/** Fixes every byte of the new revision. */
export function prepareNow(
  { maker, now }: PrepareDocument,
  { signature, certificate, base }: WhatToPrepare,
): Promise<PreparedSignature> {
  return maker.prepare(base.bytes, describeSignature(signature, certificate, now()))
}

/** What was prepared for this signer, certificate and revision, or is from now on. */
export async function prepareToKeep(needs: PrepareDocument, what: WhatToPrepare): Promise<PreparedSignature> {
  const { signature, certificate, base } = what
  const at = needs.now()
  const kept = await needs.preparations.find(signature.signerId, certificate.id, at)
  // A certificate that the provider has renewed since is another one, under the same name.
  const isSameCertificate = kept && Buffer.compare(kept.prepared.certificate, certificate.certificate) === 0
  if (isSameCertificate && kept.baseRevision === base.revision) return kept.prepared
  if (kept && !isSameCertificate) await needs.preparations.forget(signature.signerId, certificate.id)
  const fresh = {
    signerId: signature.signerId,
    certificateId: certificate.id,
    baseRevision: base.revision,
    prepared: await prepareNow(needs, what),
  }
  const until = new Date(at.getTime() + WAITING_MS)
  return (await needs.preparations.keep(fresh, { at, until })).prepared
}

/** Before a provider hears of the digest. */
export function keepForRetry(
  { preparations, now }: PrepareDocument,
  { signature, certificate }: Omit<WhatToPrepare, 'base'>,
) {
  return preparations.extend(signature.signerId, certificate.id, new Date(now().getTime() + ASKED_MS))
}
