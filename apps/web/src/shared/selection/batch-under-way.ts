import { readSession, removeFromSession, writeSession } from '../session/session-store.ts'

/** How far the signing of several documents had come, by file names. */
export interface BatchUnderWay {
  readonly total: number
  readonly signed: readonly string[]
  /** What was at work and had no answer yet. */
  readonly atWork: string | null
}

/** What the page before has left: it was loaded anew, or closed, in the middle of a batch. */
const left = readSession('batchUnderWay')

/** Keeps how far a batch is. */
export function keepBatchUnderWay(batch: BatchUnderWay): void {
  writeSession('batchUnderWay', JSON.stringify(batch))
}

/** The batch is over and reported. */
export function forgetBatchUnderWay(): void {
  removeFromSession('batchUnderWay')
}

/**
 * The batch that a reload of the page has cut off; null when there was none, when it was reported, when another one was
 * begun since, and when the session is another one.
 */
export function cutOffBatch(): BatchUnderWay | null {
  if (left === null || readSession('batchUnderWay') !== left) return null
  try {
    const { total, signed, atWork } = JSON.parse(left) as BatchUnderWay
    return signed.length > 0 || atWork !== null ? { total, signed, atWork } : null
  } catch {
    return null
  }
}
