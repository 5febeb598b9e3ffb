import { sql, type Kysely, type Transaction } from 'kysely'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { appendInstallationEvent } from './append-installation-event.ts'
import type { ActedBy } from './log-acts.ts'

/**
 * Logs each server key that the key file holds and the log does not name yet. The file is outside the database, so that a
 * process which dies between the two leaves a key that is not logged: the next server that starts logs it, as it does a
 * key that somebody put there by hand.
 * @returns how many were logged
 */
export async function logServerKeys(
  database: Kysely<Schema>,
  serverKeys: Pick<ServerKeys, 'fingerprints'>,
  { actor, now }: ActedBy,
): Promise<number> {
  const keys = await serverKeys.fingerprints()
  return inTransaction(database, async (transaction) => {
    // Whoever starts at the same time waits here, and then finds them logged.
    await sql`lock table installation_chain in share row exclusive mode`.execute(transaction)
    let logged = 0
    for (const { version, fingerprint } of keys) {
      if (await isKeyLogged(transaction, fingerprint)) continue
      const facts = { version, fingerprint }
      await appendInstallationEvent(transaction, { type: 'server-key-added', at: now(), actor, facts })
      logged += 1
    }
    return logged
  })
}

/** Whether the log names this key already. */
export async function isKeyLogged(transaction: Transaction<Schema>, fingerprint: string): Promise<boolean> {
  const { rows } = await sql`
    select from installation_events where type = 'server-key-added' and position(${fingerprint} in canonical) > 0
  `.execute(transaction)
  return rows.length > 0
}
