/** More is told to who has a code and knows something that does not stand on the paper: the end of a legal id. */
import type { HolderAnswers } from './ports.ts'

/** Characters that are asked for. */
const ASKED = 4

/**
 * Whether more is told than the facts. None: nothing is asked, or the answer was right. Later: too many were wrong within
 * the hour, and this one was not looked at.
 */
export type Question = 'none' | 'open' | 'wrong' | 'later'

interface Answered {
  readonly documentId: string
  readonly answer: string | undefined
  readonly at: Date
}

/** What is to be said of an answer. It is counted before it is looked at: of many at once no more are looked at. */
export async function judgeAnswer(holders: HolderAnswers, { documentId, answer, at }: Answered): Promise<Question> {
  if (answer === undefined) return 'open'
  if (!(await holders.take(documentId, at))) return 'later'
  const ends = endsOf(await holders.legalIds(documentId))
  if (!ends.has(plain(answer))) return 'wrong'
  await holders.giveBack(documentId)
  return 'none'
}

/** Whether somebody could answer. */
export const canBeAsked = (legalIds: readonly string[]): boolean => endsOf(legalIds).size > 0

/** Of `12345678-Z` and of `IDCES-12345678Z` it is `678Z`; one that is shorter has none. */
const endsOf = (legalIds: readonly string[]): ReadonlySet<string> =>
  new Set(legalIds.map((legalId) => plain(legalId).slice(-ASKED)).filter((end) => end.length === ASKED))

const plain = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
