import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Batch } from '../ports.ts'

interface KeptKey {
  readonly batch: Batch
  readonly key: Uint8Array
  /** As it lay in the vault: after a change of PIN it is another. */
  readonly wrapped: Uint8Array
  readonly pinHash: Uint8Array
  timer: NodeJS.Timeout
}

/** Counted from the last document of its batch. */
const IDLE_MS = 60_000

/**
 * Keys of batches that this process is signing, so that the PIN's slow derivation happens once and not once per
 * document. Nothing of it leaves the memory of this process: another replica asks for the derivation again. A key is
 * overwritten a minute after its last document.
 */
export class KeptKeys {
  private readonly kept = new Map<string, KeptKey>()
  /** PINs are compared by what they come to under this key, which nobody else has. */
  private readonly hashKey = randomBytes(32)
  private readonly idleMs: number

  constructor(idleMs: number = IDLE_MS) {
    this.idleMs = idleMs
  }

  /** Keys that are open now. */
  get count(): number {
    return this.kept.size
  }

  /** The batch whose key is kept here. */
  findBatch(userId: string, batchId: string, at: Date): Batch | undefined {
    const batch = this.kept.get(batchId)?.batch
    return batch && batch.userId === userId && batch.expiresAt > at ? batch : undefined
  }

  /**
   * A wrong PIN ends the keeping: compared here, PINs cost nothing, and a hundred guesses at once must not find the
   * right one among them. Whatever is typed next is one of the five tries.
   * @returns a copy that the caller overwrites, or undefined when this PIN has not opened that key here.
   */
  borrow(batchId: string, pin: string, wrapped: Uint8Array): Uint8Array | undefined {
    const kept = this.kept.get(batchId)
    if (!kept) return undefined
    const isRight = timingSafeEqual(kept.pinHash, this.hash(batchId, pin))
    if (!isRight || Buffer.compare(kept.wrapped, wrapped) !== 0) {
      this.forget(batchId)
      return undefined
    }
    this.restartTimer(batchId, kept)
    return Uint8Array.from(kept.key)
  }

  /** Keeps a copy of a key that this PIN has opened. */
  keep(batch: Batch, opened: { readonly pin: string; readonly key: Uint8Array; readonly wrapped: Uint8Array }): void {
    this.forget(batch.id)
    const kept: KeptKey = {
      batch,
      key: Uint8Array.from(opened.key),
      wrapped: opened.wrapped,
      pinHash: this.hash(batch.id, opened.pin),
      timer: this.startTimer(batch.id),
    }
    this.kept.set(batch.id, kept)
  }

  forget(batchId: string): void {
    const kept = this.kept.get(batchId)
    if (!kept) return
    clearTimeout(kept.timer)
    kept.key.fill(0)
    this.kept.delete(batchId)
  }

  forgetAll(): void {
    for (const batchId of [...this.kept.keys()]) this.forget(batchId)
  }

  private restartTimer(batchId: string, kept: KeptKey): void {
    clearTimeout(kept.timer)
    kept.timer = this.startTimer(batchId)
  }

  private startTimer(batchId: string): NodeJS.Timeout {
    return setTimeout(() => this.forget(batchId), this.idleMs).unref()
  }

  private hash(batchId: string, pin: string): Uint8Array {
    return createHmac('sha256', this.hashKey)
      .update(`${batchId}:${pin.normalize('NFC')}`)
      .digest()
  }
}
