/** Documents that wait for the signatures of a hundred people. */
import type { TestDatabase } from '@rubrica/testing'
import { openPeerStage, SUBSCRIPTION, USERS, uuidOf, type PeerStage } from './peer-stage.ts'

/** Without triggers: foreign keys of a million rows would be checked one by one. */
async function addRows(database: TestDatabase, from: number, to: number): Promise<void> {
  const rows = `generate_series(${from}, ${to - 1}) n`
  // Names in an order that is not the one of the rows, one in fifty an annex.
  const name = `case when n / ${USERS} % 50 = 7 then 'Annex ' else 'Contract ' end || md5(n::text) || '.pdf'`
  const header = `${name}, now() - n * interval '1 second', (array['legal', 'hr,2026', ''])[n % 3 + 1], 'Sender ' || n % 20`
  const words = `lower(${name}), lower((array['legal', 'hr,2026', ''])[n % 3 + 1]), 'sender ' || n % 20`
  await database.query(`
    begin;
    set local session_replication_role = replica;
    insert into documents (id, dispatch_id, subscription_id, file_name, uploaded_at, tag, sender_name, description, state, page_count, current_revision)
      select ${uuidOf('b', 'n')}, ${uuidOf('b', 'n')}, '${SUBSCRIPTION}', ${header}, 'Please sign', 'open', 3, 0 from ${rows};
    insert into signers (id, document_id, subscription_id, user_id, ordinal, signer_name, state, reason, read_all, has_attachment, file_name, upload_time, tag, sender_name, description, folded_file_name, folded_tag, folded_sender_name)
      select ${uuidOf('c', 'n')}, ${uuidOf('b', 'n')}, '${SUBSCRIPTION}', ${uuidOf('a', `n % ${USERS}`)}, 0, 'Person ' || n % ${USERS}, 'pending', 'I agree', false, false,
        ${header}, 'Please sign', ${words} from ${rows};
    commit;`)
  await database.query('vacuum analyze signers')
  await database.query('vacuum analyze documents')
  await database.query('vacuum analyze users')
  await database.query('checkpoint')
}

export const openListStage = (): Promise<PeerStage> => openPeerStage({ peer: 'bare-list-server.ts', addRows })
