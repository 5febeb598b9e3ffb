import type { SignerOrder } from '../key/document-signer.ts'
import type { KeptKeys } from '../key/kept-keys.ts'
import { prepareCurrent, type ClaimedSignature, type MakeSignature, type Prepare } from '../make/make-signature.ts'
import type { Prepared, PreparedAhead } from './prepare-ahead.ts'

export interface Accelerate extends MakeSignature {
  readonly keptKeys: KeptKeys
  readonly preparedAhead: PreparedAhead
}

interface Accelerated {
  readonly prepare: Prepare
  /** Begins with the next document of the batch: the PIN was right. */
  readonly goOn: () => void
}

/**
 * Wraps preparing for a key that is at hand: this document is prepared while its PIN is being derived, which is slow,
 * and the next one of the batch while this one waits for its timestamp. A second round prepares anew.
 */
export function accelerate(
  needs: Accelerate,
  claimed: Pick<ClaimedSignature, 'signature' | 'certificate'>,
  order: SignerOrder,
): Accelerated {
  // A failure is reported to the caller that waits for it.
  let first: Promise<Prepared> | undefined = prepareOrTake(needs, claimed, order)
  first.catch(() => undefined)
  return {
    prepare: () => {
      const prepared = first ?? prepareCurrent(needs, claimed, 'at-hand')
      first = undefined
      return prepared
    },
    goOn: () => {
      const batch = findKept(needs, order)
      if (batch?.certificateId === claimed.certificate.id) needs.preparedAhead.begin(needs, batch, claimed)
    },
  }
}

/** What the call for the document before has prepared, or what is prepared now. */
async function prepareOrTake(
  needs: Accelerate,
  claimed: Pick<ClaimedSignature, 'signature' | 'certificate'>,
  order: SignerOrder,
): Promise<Prepared> {
  const batch = findKept(needs, order)
  const found = batch && (await needs.preparedAhead.take(batch.id, claimed, needs.now()))
  if (!found) return prepareCurrent(needs, claimed, 'at-hand')
  await needs.reach('base-loaded')
  await needs.reach('prepared')
  return found
}

/** The batch, when this process keeps its key. */
const findKept = ({ keptKeys, now }: Accelerate, { userId, batchId }: SignerOrder) =>
  batchId === undefined ? undefined : keptKeys.findBatch(userId, batchId, now())
