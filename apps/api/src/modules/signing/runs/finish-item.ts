import { PortalError } from '@rubrica/domain'
import type { SigningCertificate } from '../../certificates/ports.ts'
import { requireAccepted, whenAgreed, type RequireAccepted } from '../../accepted-disclaimer.ts'
import { findSignature } from '../claim/find-pending.ts'
import { withinClaim } from '../claim/within-claim.ts'
import { requireHolder, requireSignable } from '../key/choose-certificate.ts'
import type { DocumentSigner } from '../key/document-signer.ts'
import type { HolderRule } from '../../holder.ts'
import type { Failpoint } from '../../../ports/failpoints.ts'
import type { Log } from '../../../ports/log.ts'
import { makeSignature, type MakeSignature } from '../make/make-signature.ts'
import type { Prepared } from '../batch/prepare-ahead.ts'
import type { SignatureToMake } from '../ports.ts'
import { MovedOn } from './moved-on.ts'
import type { HeldRun, ItemOutcome, UnsignedOutcome, ValuedItem } from './ports.ts'
import { MOST_TRIES, pauseAfter } from './try-again.ts'

export type FinishItem = MakeSignature &
  RequireAccepted &
  HolderRule & {
    readonly log: Log
    /** Measures a signature by its steps. */
    readonly watched: (sign: (reach: Failpoint) => Promise<void>) => Promise<void>
  }

export interface ItemToFinish {
  readonly run: HeldRun
  readonly item: ValuedItem
  readonly certificate: SigningCertificate
}

/** Reasons that pass by themselves: the value is kept, and the item tried again. */
const PASSING: readonly string[] = ['TIMESTAMP_UNAVAILABLE', 'TEMPORARILY_UNAVAILABLE', 'DOCUMENT_BUSY']

/** Makes the value that the person ordered a signature of its document, under a claim as any signature. */
export async function finishItem(needs: FinishItem, what: ItemToFinish): Promise<ItemOutcome> {
  return settleItem(needs, what, (reach) => signWithValue({ ...needs, reach }, what))
}

/** What came of signing one item. */
export async function settleItem(
  needs: Pick<FinishItem, 'watched' | 'log' | 'now' | 'signing'>,
  { run, item }: Pick<ItemToFinish, 'run' | 'item'>,
  sign: (reach: Failpoint) => Promise<void>,
): Promise<ItemOutcome> {
  try {
    if (!(await hasSignedBefore(needs, item))) await needs.watched(sign)
    return 'signed'
  } catch (error) {
    if (error instanceof MovedOn) return { state: 'moved-on' }
    if (!(error instanceof PortalError)) needs.log.error({ err: error, run: run.id }, 'A document of a run failed.')
    return outcomeOf(error, item.tries, needs.now())
  }
}

/** The try before has signed, though nobody heard of its commit. */
async function hasSignedBefore({ signing, now }: Pick<FinishItem, 'signing' | 'now'>, item: ValuedItem) {
  if (item.tries === 0) return false
  const before = attemptKeyOf({ ...item, tries: item.tries - 1 })
  return (await signing.findAttempt(item.signerId, before, now()))?.state === 'signed'
}

function outcomeOf(error: unknown, tries: number, at: Date): UnsignedOutcome {
  const code = error instanceof PortalError ? error.code : 'INTERNAL'
  const passes = PASSING.includes(code) || (code === 'INTERNAL' && tries < MOST_TRIES)
  if (!passes) return { state: 'failed', code }
  return { state: 'again', code, notBefore: new Date(at.getTime() + pauseAfter(tries)) }
}

/** A process that takes over from one that died asks for the same attempt, whose answer may be there. */
export const attemptKeyOf = ({ id, tries }: ValuedItem): string => `${id}:${tries}`

async function signWithValue(needs: FinishItem, { run, item, certificate }: ItemToFinish): Promise<void> {
  const found = await findSignature(needs, { ...run, signerId: item.signerId })
  const signature = requireAccepted(whenAgreed(needs, run.createdAt), found, item.acceptedDisclaimer)
  requireSignable(signature, certificate)
  const holder = requireHolder(needs, certificate, run.confirmedHolder)
  const attempt = {
    ...{ documentId: signature.documentId, signerId: signature.signerId, userId: run.userId },
    office: run.office,
    ...{ certificateId: certificate.id, accessMethod: run.accessMethod, batchId: run.id, at: needs.now() },
    attemptKey: attemptKeyOf(item),
  }
  await withinClaim(needs, attempt, async (attemptId) => {
    const claimed = { signature, certificate, holder, attemptId, accessMethod: run.accessMethod }
    const signer = signerOf(item.value)
    await makeSignature(needs, { ...claimed, signer, signatureSession: undefined }, () =>
      takePrepared(needs, { signature, certificate, item }),
    )
  })
}

/** The value is here: nothing lies between the claim and the commit that others would have to hear of. */
const signerOf = (value: Uint8Array): DocumentSigner => ({
  mode: 'at-hand',
  sign: () => Promise.resolve(value),
  explain: (error) => error,
  close: () => undefined,
})

interface WhatWasPrepared extends Pick<ItemToFinish, 'item' | 'certificate'> {
  readonly signature: SignatureToMake
}

/** @throws {MovedOn} when the newest revision is not the one that was prepared for, or another preparation is there */
async function takePrepared(needs: FinishItem, { signature, certificate, item }: WhatWasPrepared): Promise<Prepared> {
  const base = await needs.documents.load(signature.documentId)
  await needs.reach('base-loaded')
  if (base.revision !== item.baseRevision) throw new MovedOn()
  const kept = await needs.preparations.find(signature.signerId, certificate.id, needs.now())
  const isSame =
    kept?.baseRevision === base.revision &&
    Buffer.compare(kept.prepared.documentDigest, item.documentDigest) === 0 &&
    Buffer.compare(kept.prepared.certificate ?? new Uint8Array(), certificate.certificate) === 0
  if (!isSame) throw new MovedOn()
  await needs.reach('prepared')
  return { base, prepared: kept.prepared }
}
