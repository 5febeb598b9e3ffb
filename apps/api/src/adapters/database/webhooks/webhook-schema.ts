import type { Generated } from 'kysely'
import type {
  DisabledReason,
  Endpoint,
  EndpointState,
  MessageState,
  SignatureScheme,
} from '../../../modules/webhooks/ports.ts'
import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained in migrations/m0066-webhooks.ts. */
export interface WebhookEndpointTable {
  id: string
  subscription_id: string
  client_id: string | null
  user_id: string | null
  kind: Generated<Endpoint['kind']>
  url: string
  description: Generated<string>
  types: Generated<string[]>
  documents: Generated<Endpoint['documents']>
  signing: SignatureScheme
  wrapped_secret: Buffer
  wrapped_former: Generated<Buffer | null>
  former_until: MaybeInstant
  state: Generated<EndpointState>
  disabled_reason: Generated<DisabledReason | null>
  disabled_at: MaybeInstant
  version: Generated<number>
  arrived_at: MaybeInstant
  failing_since: MaybeInstant
  given_up: Generated<number>
  created_at: Instant
}

export interface WebhookMessageTable {
  id: string
  endpoint_id: string
  document_id: string | null
  sequence: string | null
  type: string
  body: string
  state: Generated<MessageState>
  created_at: Instant
  next_at: MaybeInstant
  is_held: Generated<boolean>
  tries: Generated<number>
  tries_of_round: Generated<number>
  is_replay: Generated<boolean>
}

export interface WebhookTryTable {
  message_id: string
  number: number
  at: Instant
  milliseconds: number
  status: number | null
  cause: string | null
  answer: Generated<string>
}
