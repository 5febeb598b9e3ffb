import {
  listPublicHeads,
  newestPublicHead,
  provePublicHeads,
  type PublishedHead,
  type PublishHeads,
} from '../../modules/audit/publish-heads.ts'
import { Answer, type Handlers } from '../bind/call-types.ts'
import { jsonAnswer } from '../lists/json-answer.ts'
import { isKnown, tagOf } from '../preconditions/if-none-match.ts'

type AuditCalls = 'auditHeads' | 'newestAuditHead' | 'auditConsistency'

/** What never changes any more: a page of heads behind which others stand, and what lies between two of them. */
const FOR_A_DAY = 'public, max-age=86400'
const ASK_EACH_TIME = 'public, no-cache'

export function auditHeadHandlers(ports: PublishHeads): Pick<Handlers, AuditCalls> {
  return {
    auditHeads: async ({ query: { subscription, since, limit }, ifNoneMatch }) => {
      const from = since === undefined ? undefined : new Date(since)
      const { heads, next } = await listPublicHeads(ports, { subscriptionId: subscription, since: from, limit })
      const content = { heads: heads.map(toAuditHead), next: next ?? null }
      return answer(content, ifNoneMatch, next === undefined ? ASK_EACH_TIME : FOR_A_DAY)
    },
    newestAuditHead: async ({ query, ifNoneMatch }) => {
      const head = await newestPublicHead(ports, query.subscription)
      return answer(toAuditHead(head), ifNoneMatch, ASK_EACH_TIME)
    },
    auditConsistency: async ({ query: { subscription, first, second }, ifNoneMatch }) => {
      const path = await provePublicHeads(ports, { subscriptionId: subscription, first, second })
      return answer({ first, second, path: path.map((hash) => hash.toString('hex')) }, ifNoneMatch, FOR_A_DAY)
    },
  }
}

function answer(content: unknown, ifNoneMatch: string | undefined, cacheControl: string): Answer {
  const etag = tagOf(JSON.stringify(content))
  const headers = { etag, 'cache-control': cacheControl }
  return isKnown(etag, ifNoneMatch) ? new Answer(304, headers, null) : jsonAnswer(content, headers)
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const toAuditHead = ({ publicKey, fingerprint, ...head }: PublishedHead) => ({
  until: head.until,
  subscriptionId: head.subscriptionId,
  canonical: head.canonical,
  hash: Buffer.from(head.hash).toString('hex'),
  keyId: head.keyId,
  publicKey: publicKey ?? null,
  fingerprint: fingerprint ?? null,
  signature: base64(head.signature),
  token: head.token && base64(head.token),
})
