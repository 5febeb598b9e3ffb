import type { Generated } from 'kysely'
import type { Role } from '@rubrica/domain'
import type { EndedState, PartyNews, SenderEvent } from '../../../modules/notifications/ports.ts'
import type { Instant, MaybeInstant } from '../column-types.ts'

export interface MembershipTable {
  user_id: string
  subscription_id: string
  roles: Generated<Role[]>
}

export interface TeamTable {
  id: string
  subscription_id: string
  name: string
  created_at: Instant
}

/** What one press of Send makes; its sender is a program, a person, or, with neither, the operator. */
export interface DispatchTable {
  id: string
  subscription_id: string
  client_id: string | null
  user_id: string | null
  message: Generated<string>
  /** From which version of which template it was sent. */
  template_id: string | null
  template_version: number | null
  created_at: Instant
}

/** Who lost a document by a change, until they are told. */
export interface LostDocumentTable {
  id: string
  document_id: string
  subscription_id: string
  user_id: string
  /** Nothing was asked of them: they had a copy. */
  is_copy: Generated<boolean>
  /** What the sender says to them; empty for nothing. */
  reason: string
  lost_at: Instant
  told_at: MaybeInstant
}

/** Somebody who reads a document and signs nothing. */
export interface CopyTable {
  id: string
  document_id: string
  subscription_id: string
  user_id: string
  given_at: Instant
  /** When they were told that the document is over. */
  told_at: MaybeInstant
}

/** Of news: who sends the mail that they are in, and whether it was sent. */
interface GatheredColumns {
  id: string
  document_id: string
  happened_at: Instant
  /** From when on a mail may gather it. */
  due_at: Instant
  /** Id of the first news of the mail that it is in. */
  mail_id: Generated<string | null>
  /** As long as somebody is sending that mail. */
  held_until: MaybeInstant
  told_at: MaybeInstant
}

/** What happened to a document and is told to the person who sent it. */
export interface SenderNewsTable extends GatheredColumns {
  sender_id: string
  subscription_id: string
  event: SenderEvent
  /** Who did it, or did not; null for what nobody did. */
  actor_id: string | null
}

/** The end of a document, for somebody who was asked for something of it. */
export interface PartyNewsTable extends GatheredColumns {
  reader_id: string
  event: EndedState
  part: PartyNews['part']
  /** Who brought it about; null where nobody did. */
  actor_id: string | null
}

/** What waits for somebody who is reminded of it: one of a signer and an approver. */
export interface AskedNewsTable extends GatheredColumns {
  reader_id: string
  signer_id: string | null
  approver_id: string | null
}
