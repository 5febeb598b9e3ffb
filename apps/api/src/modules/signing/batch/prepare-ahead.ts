import { isDeepStrictEqual } from 'node:util'
import type { SigningCertificate } from '../../certificates/ports.ts'
import type { LoadedRevision } from '../../pending-documents/ports.ts'
import { requireSignable } from '../key/choose-certificate.ts'
import { prepareNow, type PrepareDocument } from '../make/prepare-document.ts'
import type { Batch, SignatureToMake, SigningStore } from '../ports.ts'
import type { PreparedSignature } from '@rubrica/pades'

/** The newest revision, and every byte of the one to come. */
export interface Prepared {
  readonly base: LoadedRevision
  readonly prepared: PreparedSignature
}

export interface PrepareAhead extends PrepareDocument {
  readonly signing: SigningStore
}

interface Waiting {
  /** Documents that were called for, which are not prepared ahead any more. */
  readonly called: Set<string>
  next?: Next
  timer: NodeJS.Timeout
}

interface Next {
  readonly signerId: string
  readonly at: Date
  readonly result: Promise<(Prepared & WhatItRestsOn) | undefined>
}

interface WhatItRestsOn {
  readonly signature: SignatureToMake
  readonly certificate: SigningCertificate
}

/** The date in the signature is that of its preparation. */
const FRESH_MS = 10_000
const MOST_BATCHES = 16
/** Larger ones take their time anyway, and would fill the memory. */
const LARGEST_BYTES = 2 * 1024 * 1024

/**
 * The next document of each batch that this process signs, read and prepared while the one before waits for its
 * timestamp. Nothing is claimed or signed here: that takes the person's call for it, which goes through every check,
 * and is reported by the commit when the document has moved since.
 */
export class PreparedAhead {
  private readonly batches = new Map<string, Waiting>()

  /**
   * Begins with the next document of a batch, while the key signs this one.
   * Failures are left to the call for the document.
   */
  begin(needs: PrepareAhead, batch: Batch, { signature, certificate }: WhatItRestsOn): void {
    const waiting = this.remember(batch.id)
    waiting.called.add(signature.signerId)
    const signerId = waiting.next ? undefined : batch.signerIds.find((id) => !waiting.called.has(id))
    if (signerId === undefined) return
    const result = prepareFor(needs, { userId: batch.userId, signerId, certificate }).catch(() => undefined)
    waiting.next = { signerId, at: needs.now(), result }
  }

  /** What was prepared for this signer, if it says what would be prepared now. Each is given once. */
  async take(batchId: string, wanted: WhatItRestsOn, at: Date): Promise<Prepared | undefined> {
    const waiting = this.batches.get(batchId)
    const { signerId } = wanted.signature
    waiting?.called.add(signerId)
    const next = waiting?.next
    if (next?.signerId !== signerId) return undefined
    waiting!.next = undefined
    if (at.getTime() - next.at.getTime() > FRESH_MS) return undefined
    const found = await next.result
    return found && isDeepStrictEqual(factsOf(found), factsOf(wanted)) ? found : undefined
  }

  private remember(batchId: string): Waiting {
    const known = this.batches.get(batchId)
    if (known) clearTimeout(known.timer)
    const timer = setTimeout(() => this.batches.delete(batchId), FRESH_MS).unref()
    const waiting = known ?? { called: new Set<string>(), timer }
    waiting.timer = timer
    this.batches.set(batchId, waiting)
    const [oldest] = this.batches.keys()
    if (this.batches.size > MOST_BATCHES && oldest !== undefined) this.batches.delete(oldest)
    return waiting
  }
}

async function prepareFor(
  needs: PrepareAhead,
  { userId, signerId, certificate }: { userId: string; signerId: string; certificate: SigningCertificate },
): Promise<(Prepared & WhatItRestsOn) | undefined> {
  const signature = await needs.signing.findForSigner({ userId }, signerId)
  if (signature?.state !== 'pending') return undefined
  requireSignable(signature, certificate)
  const base = await needs.documents.load(signature.documentId, { onLength: refuseLarge })
  return { signature, certificate, base, prepared: await prepareNow(needs, { signature, certificate, base }) }
}

function refuseLarge(bytes: number): void {
  if (bytes > LARGEST_BYTES) throw new RangeError('too large to be prepared ahead')
}

/** All that a preparation says. */
const factsOf = ({ signature, certificate }: WhatItRestsOn) => ({
  ...signature,
  state: undefined,
  pagesServed: undefined,
  current: undefined,
  certificate: certificate.certificate,
  chain: certificate.chain,
})
