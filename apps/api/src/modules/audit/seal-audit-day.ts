import { hashOfHead, summariseEnds, writeHead } from './describe-head.ts'
import type { AuditHeadStore, HeadSigner } from './ports.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface SealAuditDay {
  readonly heads: AuditHeadStore
  readonly signer: HeadSigner
  readonly now: () => Date
}

/**
 * Gives each subscription its signed head for the last day that is over. Run again on the same day it does nothing.
 * @returns how many heads were made.
 */
export async function sealAuditDay({ heads, signer, now }: SealAuditDay): Promise<number> {
  const at = now()
  const day = new Date(at.getTime() - DAY_MS).toISOString().slice(0, 10)
  const sign = await signer.open()
  let made = 0
  for (const subscriptionId of await heads.subscriptions()) {
    const isNew = await heads.seal({ day, subscriptionId, at }, async ({ ends, previous }) => {
      const canonical = writeHead({
        day,
        subscriptionId,
        sealedAt: at.toISOString(),
        previous: previous ? Buffer.from(previous.hash).toString('hex') : null,
        ...(await summariseEnds(ends)),
      })
      return { canonical, hash: hashOfHead(canonical), ...sign(canonical) }
    })
    if (isNew) made += 1
  }
  return made
}
