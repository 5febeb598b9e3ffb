import type { Contradiction, LogProblem } from './follow-log.ts'
import { fileOfContradiction, type WatchReport } from './watch-log.ts'

/** What is wrong, after "The head of 2026-01-31T00:00:00.000Z". */
const PROBLEM_SENTENCES: Readonly<Record<LogProblem, string>> = {
  'head-changed': 'is not what it says that it is',
  'head-unsigned': 'is not signed',
  'head-key-changed': 'is signed with another key than the one that is known',
  'head-timestamp-invalid': 'has a timestamp that is not of it, or of no authority in --tsa',
  'head-unchained': 'does not follow the head before it',
  'head-signed-anew': 'that was kept is not there; another was signed in its place',
  'log-rolled-back': 'that was kept is not there, nor any after it: the log was rolled back',
  'log-cut': 'stands for fewer leaves than were there before: the log was cut',
  'log-forked': 'is of another log than what was kept: events were written anew',
  'log-unproved': 'is not proved to be of the log that was kept: the server gives no proof',
}

/** One sentence for each step. @param file where heads are kept */
export function describeWatch(report: WatchReport, file: string): string {
  const { contradiction } = report
  const lines = contradiction ? [...failed(contradiction, file)] : steps(report)
  return `${lines.join('\n')}\n`
}

function* failed({ problem, until, shown }: Contradiction, file: string): Iterable<string> {
  yield `FAILED  The head of ${until} ${PROBLEM_SENTENCES[problem]}.`
  if (shown) yield `        What the server shows is kept in ${fileOfContradiction(file)}: with ${file} it proves it.`
}

function steps(report: WatchReport): string[] {
  const { before, newest, added, hasMore } = report
  const first = before ? [`proved  The head of ${before.until} that was kept last stands as it was.`] : []
  if (added === 0) return [...first, 'proved  There is no later one.']
  const size = newest?.treeSize
  const grown = before
    ? `proved  The log of ${size} leaves begins with the ${before.treeSize} that were known, at each head between.`
    : `proved  The log grew to ${size} leaves, and at each head began with all that were there before.`
  return [
    ...first,
    `proved  ${added} further heads, up to ${newest?.until}, are signed, and each names the one before.`,
    describeKey(report),
    describeTimestamps(report),
    grown,
    ...(hasMore ? ['open    There are further heads: run this once more.'] : []),
  ]
}

const describeKey = ({ fingerprint, isKeyKnown }: WatchReport) =>
  isKeyKnown
    ? `proved  Their key is the one that is known: SHA-256 ${fingerprint}.`
    : `open    Compare their key with the one that the institution published: SHA-256 ${fingerprint}.`

function describeTimestamps({ stamped, added, namesAuthorities }: WatchReport): string {
  if (stamped === 0) return 'open    None of them has a timestamp.'
  const told = `${stamped} of ${added} have a timestamp`
  return namesAuthorities
    ? `proved  ${told} of an authority that you named.`
    : `open    ${told}, as an authority says that you did not name.`
}
