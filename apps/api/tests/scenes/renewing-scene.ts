import { inject } from 'vitest'
import { fixedPort, openScene, type Scene } from '@rubrica/testing'

/** A server that renews seals when it is asked to, with leases so short that what a killed one held is soon free. */
export const openRenewingScene = (): Promise<Scene> =>
  openScene({
    postgres: inject('sharedPostgres'),
    env: { SIGNING_LEASE_MS: '1000', ARCHIVE_DELAY_MS: '0', EVIDENCE: 'asked', PORT: fixedPort() },
  })

/** Has the newest evidence of a document need another timestamp. */
export const makeDue = ({ portal }: Scene, guid: string) =>
  portal.server.database!.query(
    `update evidence_files set renew_at = now() - interval '1 second' where document_id = $1`,
    [guid],
  )

/** As the schedule does each minute. */
export const askForRenewal = ({ portal }: Scene) =>
  portal.server.database!.query(`insert into pgboss.job (name, data) values ('renew-seals', '{}')`)
