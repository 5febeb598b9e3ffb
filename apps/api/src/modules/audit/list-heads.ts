import { readHead, type HeadFacts } from './describe-head.ts'
import type { AuditHead } from './ports.ts'
import type { VerifyHeads } from './verify-heads.ts'

/** A head with all that an outsider needs to check it. */
export interface ListedHead extends AuditHead {
  readonly facts: Partial<HeadFacts> | undefined
  /** PEM; nothing when the key is not this installation's. */
  readonly publicKey: string | undefined
}

/** All heads, by subscription and moment. */
export async function listHeads({ heads, signer }: Pick<VerifyHeads, 'heads' | 'signer'>): Promise<ListedHead[]> {
  const listed: ListedHead[] = []
  for (const subscriptionId of await heads.subscriptions()) {
    for (const head of await heads.heads(subscriptionId)) {
      listed.push({ ...head, facts: readHead(head), publicKey: await signer.publicKey(head.keyId) })
    }
  }
  return listed
}
