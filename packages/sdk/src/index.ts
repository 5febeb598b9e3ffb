export { NetworkError, type ProgramProblem } from '@rubrica/contract'
export type { Credentials } from './bearer.ts'
export type { BulkRow, BulkSend, BulkWish } from './bulk-sends.ts'
export type { LinkWish, ListFilters, SentDocument, SentEvent, SentItem, SigningLink } from './documents.ts'
export type { Watching } from './parts.ts'
export { ProblemError } from './errors.ts'
export type { Decryption, FileSource, UploadedFile } from './files.ts'
export type {
  MessageFilters,
  MessageItem,
  ReplayWish,
  Webhook,
  WebhookChange,
  WebhookWish,
  WebhookWithSecret,
} from './webhook-endpoints.ts'
export { readWebhook, WebhookRefused, type WebhookMessage } from './webhooks.ts'
export { Rubrica, type Dispatch, type Enclosure, type Outgoing, type Sent, type Settings } from './rubrica.ts'
