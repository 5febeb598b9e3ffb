import { sql } from 'kysely'

/**
 * What a certificate of this user has to state: of a guest, what the sender said. Where the sender said nothing it is the
 * random value of their row, which no certificate states.
 */
export const statedLegalId = sql<string>`coalesce((select legal_id from guests where user_id = users.id), users.legal_id)`

/**
 * The same where the signer is known: who was invited as a guest and has an account since is whom the sender said, until
 * an operator says who they are.
 */
export const statedLegalIdOfSigner = sql<string>`case when users.legal_id_type = 'GUEST' then
  coalesce((select legal_id from guests where user_id = coalesce(signers.guest_id, users.id)), users.legal_id)
  else users.legal_id end`

export const isGuest = sql<boolean>`exists (select 1 from guests where guests.user_id = users.id)`

/** Somebody who was invited logs in nowhere. */
export const isNoGuest = sql<boolean>`not ${isGuest}`

/** Nothing but an e-mail address is proved of them: guests, and accounts of guests to whom no operator gave a legal id. */
export const lacksLegalId = sql<boolean>`users.legal_id_type = 'GUEST'`

export const hasLegalId = sql<boolean>`users.legal_id_type <> 'GUEST'`
