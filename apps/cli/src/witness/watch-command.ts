import { UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { describeWatch } from './describe-watch.ts'
import { watchLog, type WatchReport } from './watch-log.ts'

export const WATCH_OPTIONS = {
  url: { type: 'string' },
  subscription: { type: 'string' },
  'head-key': { type: 'string' },
  tsa: { type: 'string', multiple: true },
} as const

export interface WatchValues {
  readonly url?: string | undefined
  readonly kept?: readonly string[] | undefined
  readonly subscription?: string | undefined
  readonly 'head-key'?: string | undefined
  readonly tsa?: readonly string[] | undefined
  readonly json?: boolean | undefined
}

export const WATCH_HELP = `watch is for witnesses: it needs no installation, and asks a server of somebody
else's (one with PUBLIC_HEADS=on) for the heads since the last one in FILE. It
checks signatures and timestamps, that each head names the one before, and that
the log of each begins with all that the one before stood for (RFC 9162), and adds
them to FILE. It says so when the log was cut, rolled back or written anew, or a
head was signed anew; what the server shows then is kept in FILE.contradiction.

  --url URL              address of the portal
  --subscription ID      whose log; without it, that of the heads in FILE
  --head-key FILE.pem    key that the institution published; without it, the key of
                         the heads in FILE, and of the first one if there are none
  --tsa DIR|FILE         authorities of timestamps that you trust (may be repeated)`

/** @throws {UsageError, CommandError} */
export async function watch({ out, err }: Terminal, values: WatchValues): Promise<number> {
  const { url, kept = [], subscription, tsa = [], json = false } = values
  const [file, ...others] = kept
  if (url === undefined || file === undefined || others.length > 0)
    throw new UsageError('The command is "audit watch --url URL --kept FILE", with one file.')
  const report = await watchLog({ file, url, subscription, headKey: values['head-key'], tsa })
  const isGood = report.contradiction === undefined
  if (json) out(`${JSON.stringify(toJson(report))}\n`)
  else if (isGood) out(describeWatch(report, file))
  else err(describeWatch(report, file))
  return isGood ? 0 : 1
}

function toJson({ contradiction, before, newest, ...report }: WatchReport): Readonly<Record<string, unknown>> {
  const placeOf = (head: WatchReport['newest']) =>
    head ? { until: head.until, treeSize: head.treeSize, treeRoot: head.treeRoot } : null
  return {
    ok: contradiction === undefined,
    ...{ subscriptionId: report.subscriptionId, before: placeOf(before), newest: placeOf(newest) },
    ...{ added: report.added, stamped: report.stamped, hasMore: report.hasMore },
    fingerprint: report.fingerprint ?? null,
    contradiction: contradiction ? { ...contradiction, shown: contradiction.shown ?? null } : null,
  }
}
