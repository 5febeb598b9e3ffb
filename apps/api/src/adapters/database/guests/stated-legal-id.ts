import { sql } from 'kysely'

/**
 * What a certificate of this user has to state: of a guest, what the sender said. Where the sender said nothing it is the
 * random value of their row, which no certificate states.
 */
export const statedLegalId = sql<string>`coalesce((select legal_id from guests where user_id = users.id), users.legal_id)`

export const isGuest = sql<boolean>`exists (select 1 from guests where guests.user_id = users.id)`

/** Somebody who was invited logs in nowhere. */
export const isNoGuest = sql<boolean>`not ${isGuest}`
