/**
 * Documents that a hundred people have sent: each to two signers, of whom one has signed, with what happened last. The
 * first of them may see everything of the subscription.
 */
import type { TestDatabase } from '@rubrica/testing'
import { openPeerStage, SUBSCRIPTION, USERS, uuidOf, type PeerStage } from './peer-stage.ts'

/** A day in seconds; so many documents are sent in a day. */
const DAY = 86_400

/** Without triggers: foreign keys of a million rows would be checked one by one. */
async function addRows(database: TestDatabase, from: number, to: number): Promise<void> {
  const rows = `generate_series(${from}, ${to - 1}) n`
  const document = uuidOf('b', 'n')
  const sender = uuidOf('a', `n % ${USERS}`)
  const sentAt = `now() - n * interval '${DAY / 1000} seconds'`
  const name = `case when n / ${USERS} % 50 = 7 then 'Annex ' else 'Contract ' end || md5(n::text) || '.pdf'`
  const header = `${name}, ${sentAt}, (array['legal', 'hr,2026', ''])[n % 3 + 1], 'Sender ' || n % 20`
  const words = `lower(${name}), lower((array['legal', 'hr,2026', ''])[n % 3 + 1]), 'sender ' || n % 20`
  const signer = (ordinal: number, columns: string) => `
    insert into signers (id, document_id, subscription_id, user_id, ordinal, signer_name, state, called_at, operated_at, reason, read_all, has_attachment, file_name, upload_time, tag, sender_name, description, folded_file_name, folded_tag, folded_sender_name)
      select ${uuidOf(ordinal === 0 ? 'c' : 'd', 'n')}, ${document}, '${SUBSCRIPTION}', ${uuidOf('a', `(n + ${ordinal + 1}) % ${USERS}`)},
        ${ordinal}, 'Person ' || (n + ${ordinal + 1}) % ${USERS}, ${columns}, 'I agree', false, false, ${header}, 'Please sign', ${words} from ${rows};`
  await database.query(`
    begin;
    set local session_replication_role = replica;
    insert into dispatches (id, subscription_id, user_id, created_at)
      select ${document}, '${SUBSCRIPTION}', ${sender}, ${sentAt} from ${rows};
    insert into documents (id, dispatch_id, subscription_id, user_id, file_name, uploaded_at, tag, sender_name, description, state, page_count, current_revision, audit_sequence, last_event_at, folded_file_name)
      select ${document}, ${document}, '${SUBSCRIPTION}', ${sender}, ${header}, 'Please sign', 'open', 3, 0, 2, ${sentAt} + interval '1 hour', lower(${name}) from ${rows};
    ${signer(0, `'signed', ${sentAt}, ${sentAt} + interval '1 hour'`)}
    ${signer(1, `'pending', ${sentAt} + interval '1 hour', null`)}
    insert into audit_events (document_id, sequence, subscription_id, type, at, canonical, hash)
      select ${document}, event, '${SUBSCRIPTION}', (array['document-sent', 'document-signed'])[event],
        ${sentAt} + (event - 1) * interval '1 hour', '{}', '' from ${rows}, generate_series(1, 2) event;
    commit;`)
  await database.query(
    `update user_subscriptions set roles = array['manager'] from users where users.id = user_subscriptions.user_id and users.user_id = 'person0'`,
  )
  for (const table of ['signers', 'documents', 'dispatches', 'audit_events', 'users']) {
    await database.query(`vacuum analyze ${table}`)
  }
  await database.query('checkpoint')
}

export const openSentStage = (): Promise<PeerStage> => openPeerStage({ peer: 'bare-sent-server.ts', addRows })
