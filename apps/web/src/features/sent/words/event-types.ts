/** What may have happened to a document, as far as there are words for it. */
export const EVENT_TYPES = [
  'document-sent',
  'page-served',
  'document-downloaded',
  'signature-started',
  'signature-failed',
  'signature-value-destroyed',
  'document-signed',
  'document-approved',
  'document-rejected',
  'document-completed',
  'document-archived',
  'archive-failed',
  'document-expired',
  'document-cancelled',
  'document-changed',
  'signer-replaced',
  'signer-passed-on',
  'passing-asked',
  'passing-declined',
  'passing-withdrawn',
  'person-reminded',
  'escalation-told',
  'guest-proved',
  'guest-became-account',
  'signing-link-opened',
  'verification-changed',
] as const
export type EventType = (typeof EVENT_TYPES)[number] | 'other'

/** The type of an event; a server may know others than we do. */
export const eventTypeOf = (type: string): EventType => EVENT_TYPES.find((known) => known === type) ?? 'other'
