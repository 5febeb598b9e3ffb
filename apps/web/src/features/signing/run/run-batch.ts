import { failureScope } from './failure-scope.ts'

/** How far a batch has come: signers (GUID) in the order in which they were tried. */
export interface BatchProgress {
  readonly signed: readonly string[]
  readonly failed: readonly { readonly guid: string; readonly error: unknown }[]
}

/**
 * Why a batch came to its end. It can go on with the same document after `unanswered`, under the same attempt key, and
 * after `refused`, with another PIN or code.
 */
export type BatchEnd =
  /**
   * `left`: the server signs by itself, and nobody waits here for its end. `asked`: it has the person confirm one document
   * after another at the provider.
   */
  | { readonly why: 'finished' | 'stopped' | 'left' | 'asked' }
  | { readonly why: 'error'; readonly error: unknown }
  | { readonly why: 'refused'; readonly guid: string; readonly error: unknown }
  | { readonly why: 'unanswered'; readonly guid: string }

/** How it goes on is shown by the list. */
export const isShownByList = ({ why }: BatchEnd): boolean => why === 'left' || why === 'asked'

export interface BatchOutcome extends BatchProgress {
  readonly end: BatchEnd
}

export interface BatchWork {
  readonly sign: (guid: string) => Promise<void>
  /** Asked before each document. */
  readonly isStopped: () => boolean
  /** Called before each document: how far the batch is, and whose turn it is. */
  readonly onTurn: (progress: BatchProgress, guid: string) => void
}

export const NOTHING_DONE: BatchProgress = { signed: [], failed: [] }

/**
 * Signs documents one after another, never two at once. An error of a document is noted and the next one follows; any
 * other error ends the batch, so that a refused PIN is not sent a second time.
 * @param from what was done before, when the batch goes on after a lost answer or a refused PIN
 */
export async function runBatch(guids: readonly string[], work: BatchWork, from = NOTHING_DONE): Promise<BatchOutcome> {
  let { signed, failed } = from
  const done = new Set([...signed, ...failed.map(({ guid }) => guid)])
  for (const guid of guids.filter((one) => !done.has(one))) {
    if (work.isStopped()) return { signed, failed, end: { why: 'stopped' } }
    work.onTurn({ signed, failed }, guid)
    try {
      await work.sign(guid)
      signed = [...signed, guid]
    } catch (error) {
      const scope = failureScope(error)
      if (scope === 'unanswered') return { signed, failed, end: { why: 'unanswered', guid } }
      if (scope === 'answer') return { signed, failed, end: { why: 'refused', guid, error } }
      failed = [...failed, { guid, error }]
      if (scope === 'batch') return { signed, failed, end: { why: 'error', error } }
    }
  }
  return { signed, failed, end: { why: 'finished' } }
}
