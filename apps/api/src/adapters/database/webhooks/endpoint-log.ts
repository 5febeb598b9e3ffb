import type { Kysely } from 'kysely'
import type { Owner } from '../../../modules/owner.ts'
import type { NewCallback } from '../../../modules/webhooks/ports.ts'
import { openActLog, type LogActs } from '../installation-log/log-acts.ts'
import type { Schema } from '../schema.ts'

/** The log of the installation, for what the owner of an endpoint does to it. */
export const openEndpointLog =
  (database: Kysely<Schema>, now: () => Date) =>
  (owner: Owner): LogActs =>
    openActLog(database, {
      actor: 'userId' in owner ? { by: 'person', userId: owner.userId } : { by: 'program', clientId: owner.clientId },
      now,
    })

/** What every event says of an endpoint: of its address the host alone, since the rest may be a secret of its owner. */
export const aboutEndpoint = ({ id, owner, url }: Pick<NewCallback, 'id' | 'owner' | 'url'>) => ({
  ...{ webhookId: id, subscriptionId: owner.subscriptionId, host: new URL(url).host },
})
