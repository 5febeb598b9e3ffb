import { webhookBody, type WebhookType } from '@rubrica/domain'
import type { AuditEntry, AuditEventType } from '../../../modules/audit/ports.ts'

/** Events of a document that programs are told of. */
const TOLD: Readonly<Partial<Record<AuditEventType, WebhookType>>> = {
  'document-sent': 'document.sent',
  'document-signed': 'document.signed',
  'document-approved': 'document.approved',
  'document-rejected': 'document.rejected',
  'document-completed': 'document.completed',
  'document-archived': 'document.archived',
  'document-expired': 'document.expired',
  'document-cancelled': 'document.cancelled',
  'document-changed': 'document.changed',
  'signer-replaced': 'signer.replaced',
  'signer-passed-on': 'signer.replaced',
  'passing-asked': 'passing.asked',
  'person-reminded': 'person.reminded',
  'guest-proved': 'guest.proved',
}

/** Facts of an event that a message has, each the id of a row that its reader may ask for. */
const FACTS = ['signerId', 'approverId'] as const

/**
 * The body of a message, fixed for good: it names what happened and to what, and nobody. Whoever wants to know more asks
 * for the document, with the rights of then.
 * @returns undefined for an event that programs are not told of
 */
export function messageOf(
  { documentId, type, at, facts }: AuditEntry,
  sequence: number,
): { readonly type: WebhookType; readonly body: string } | undefined {
  const told = TOLD[type]
  if (!told) return undefined
  const ids = Object.fromEntries(
    FACTS.filter((name) => facts[name] !== undefined).map((name) => [name.replace('Id', ''), facts[name]]),
  )
  return { type: told, body: webhookBody(told, at, { document: documentId, sequence, ...ids }) }
}
