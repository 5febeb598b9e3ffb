import { hashOfHead, leafOf, readHead, writeHead } from './describe-head.ts'
import { GrowingTree } from '@rubrica/evidence-file/log'
import type { AuditHeadStore, GrowingLog, HeadSigner, HeadTimestamp } from './ports.ts'

export interface SealAuditLog {
  readonly heads: AuditHeadStore
  readonly signer: HeadSigner
  /** Without an authority heads have no timestamp. */
  readonly timestamp: HeadTimestamp | undefined
  /** How often a head is due. */
  readonly everyMs: number
  readonly now: () => Date
}

/**
 * Gives each subscription its signed head up to the last moment at which one was due. Run again before the next it adds
 * no head, and asks for the timestamp that the newest one lacks.
 * @returns how many heads were made.
 * @throws {PkiError} TIMESTAMP_UNREACHABLE, TIMESTAMP_REFUSED, TIMESTAMP_INVALID, when all heads are made
 */
export async function sealAuditLog(ports: SealAuditLog): Promise<number> {
  const { heads, signer, everyMs, now } = ports
  const at = now()
  const until = new Date(Math.floor(at.getTime() / everyMs) * everyMs).toISOString()
  const sign = await signer.open()
  let made = 0
  for (const subscriptionId of await heads.subscriptions()) {
    const isNew = await heads.seal({ until, subscriptionId, at }, async ({ grown, previous, log }) => {
      const before = log.size > 0 && previous ? readHead(previous) : undefined
      const canonical = writeHead({
        until,
        subscriptionId,
        sealedAt: at.toISOString(),
        previous: previous ? Buffer.from(previous.hash).toString('hex') : null,
        documents: (before?.documents ?? 0) + grown.documents,
        events: (before?.events ?? 0) + grown.events,
        ...(await growTree(log)),
      })
      return { canonical, hash: hashOfHead(canonical), ...sign(canonical) }
    })
    if (isNew) made += 1
  }
  if (ports.timestamp) await timestampHeads(heads, ports.timestamp)
  return made
}

async function growTree({ size, find, keep, appended }: GrowingLog) {
  const tree = await GrowingTree.open(size, find)
  for await (const end of appended) await keep(tree.append(leafOf(end)))
  return { treeSize: tree.size, treeRoot: tree.root().toString('hex') }
}

/** A head covers all before it, so that only the newest of each subscription needs one. */
async function timestampHeads(heads: AuditHeadStore, timestamp: HeadTimestamp): Promise<void> {
  for (const head of await heads.newestWithoutToken()) {
    await heads.keepToken(head, await timestamp(Buffer.from(head.canonical)))
  }
}
