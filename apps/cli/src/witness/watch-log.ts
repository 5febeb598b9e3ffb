/** What a witness does: fetches what is new of a log, verifies it against what was kept, and keeps it. */
import { readFile } from 'node:fs/promises'
import type { AuditHeadFacts } from '@rubrica/contract'
import { CommandError, UsageError } from '../command.ts'
import { readAnchors } from '../verify/read-anchors.ts'
import { followPage, type Contradiction, type FollowedPage, type KnownHead } from './follow-log.ts'
import { keepHeads, readKeptHeadsIfAny, type KeptHead } from './kept-heads.ts'
import { openPublicLog } from './public-log.ts'
import { fingerprintOf, readFacts } from './read-head.ts'

/** A server that has ever another head would never be done with. */
const MOST_PAGES = 20
const HTTP = new Set(['http:', 'https:'])

export interface WatchWish {
  /** Where heads are kept. */
  readonly file: string
  readonly url: string
  /** Id; undefined: the one that the file is of. */
  readonly subscription: string | undefined
  /** File with the public key that the institution published elsewhere (PEM). */
  readonly headKey: string | undefined
  /** Files or folders with the authorities of timestamps that are believed. */
  readonly tsa: readonly string[]
}

export interface WatchReport {
  readonly subscriptionId: string
  /** What was kept last before; nothing where this was the first time. */
  readonly before: AuditHeadFacts | undefined
  /** What is kept last now. */
  readonly newest: AuditHeadFacts | undefined
  readonly added: number
  /** How many of those have a timestamp. */
  readonly stamped: number
  /** Hex SHA-256 of the key of the heads. */
  readonly fingerprint: string | undefined
  /** Whether that key was known before. */
  readonly isKeyKnown: boolean
  /** Whether timestamps were held against authorities that were named. */
  readonly namesAuthorities: boolean
  readonly contradiction: Contradiction | undefined
  /** Whether there are further heads, to be fetched by another run. */
  readonly hasMore: boolean
}

/** The file beside that of the heads for what contradicts them: both together prove it to others. */
export const fileOfContradiction = (file: string): string => `${file}.contradiction`

/**
 * Pages are kept one by one; of a page with a contradiction nothing is.
 * @throws {UsageError, CommandError} HEADS_NOT_PUBLIC, HEAD_NOT_FOUND, ANSWER_INVALID
 */
export async function watchLog(wish: WatchWish): Promise<WatchReport> {
  const { log, before, anchors, ...start } = await openWatch(wish)
  let report = start.report
  let last: KnownHead | undefined = before
  for (let page = 0; page < MOST_PAGES && report.hasMore; page++) {
    const found = await followPage(log, last, { ...report, anchors })
    if ('problem' in found) {
      if (found.shown) await keepHeads(fileOfContradiction(wish.file), [found.shown])
      return { ...report, contradiction: found }
    }
    await keepHeads(wish.file, found.heads)
    last = found.last
    report = addPage(report, found)
  }
  if (!last) throw new CommandError('HEAD_NOT_FOUND', 'The server shows no head of such a log.')
  return report
}

async function openWatch(wish: WatchWish) {
  const kept = await readKeptHeadsIfAny(wish.file)
  const subscriptionId = wish.subscription?.toLowerCase() ?? subscriptionOf(kept)
  const before = newestOf(kept, subscriptionId)
  const fingerprint = wish.headKey === undefined ? before?.fingerprint : await readHeadKey(wish.headKey)
  const anchors = (await Promise.all(wish.tsa.map(readAnchors))).flat()
  const report: WatchReport = {
    ...{ subscriptionId, before: before?.facts, newest: before?.facts, added: 0, stamped: 0, fingerprint },
    ...{ isKeyKnown: fingerprint !== undefined, namesAuthorities: anchors.length > 0 },
    ...{ contradiction: undefined, hasMore: true },
  }
  return { log: openPublicLog(readAddress(wish.url), subscriptionId), before, anchors, report }
}

function addPage(report: WatchReport, { heads, last, hasMore }: FollowedPage): WatchReport {
  return {
    ...report,
    newest: last?.facts,
    added: report.added + heads.length,
    stamped: report.stamped + heads.filter(({ token }) => token !== null).length,
    fingerprint: report.fingerprint ?? fingerprintOf(heads.at(-1)?.publicKey),
    hasMore,
  }
}

function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && HTTP.has(url.protocol)) return url
  throw new UsageError('--url is the address of a portal, such as https://sign.example.org.')
}

async function readHeadKey(file: string): Promise<string> {
  const fingerprint = fingerprintOf(await readFile(file, 'utf8'))
  if (fingerprint === undefined) throw new UsageError(`${file} holds no public key (PEM).`)
  return fingerprint
}

const readKept = (heads: readonly KeptHead[]) =>
  heads.flatMap((head) => {
    const facts = readFacts(head.canonical)
    return facts ? [{ ...head, facts }] : []
  })

function subscriptionOf(heads: readonly KeptHead[]): string {
  const [subscription, ...others] = new Set(readKept(heads).map(({ facts }) => facts.subscriptionId))
  if (subscription !== undefined && others.length === 0) return subscription
  throw new UsageError('--subscription says whose log it is, where the file of --kept does not hold the heads of one.')
}

function newestOf(heads: readonly KeptHead[], subscriptionId: string) {
  const own = readKept(heads).filter(({ facts }) => facts.subscriptionId === subscriptionId)
  const newest = own.toSorted((one, other) => (one.facts.until < other.facts.until ? -1 : 1)).at(-1)
  if (!newest) return undefined
  const publicKey = 'publicKey' in newest && typeof newest.publicKey === 'string' ? newest.publicKey : undefined
  return { ...newest, fingerprint: fingerprintOf(publicKey) }
}
