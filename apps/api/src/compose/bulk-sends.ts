/** Bulk sends: sheets, of which each row is sent from a template. */
import { openBulkSendStore } from '../adapters/database/bulk-sends/bulk-send-store.ts'
import { bulkSendByJob } from '../adapters/jobs/bulk-later.ts'
import { openSheetReader } from '../adapters/sheets/open-sheet-reader.ts'
import { PortalError } from '@rubrica/domain'
import type { BulkSendPorts } from '../modules/bulk-sends/keep-bulk-sends.ts'
import type { BulkTemplates } from '../modules/bulk-sends/ports.ts'
import type { RunBulkSendPorts } from '../modules/bulk-sends/run-bulk-send.ts'
import { digestOf } from '../modules/digest-of.ts'
import type { Owner } from '../modules/owner.ts'
import { actAsSender } from '../modules/sending/act-as-sender.ts'
import type { Memberships } from '../modules/sending/people/ports.ts'
import type { Watcher } from '../modules/sending/ports.ts'
import { dispatchOnce } from '../modules/sending/send-dispatch.ts'
import { rolesOf } from '../modules/sending/templates/roles.ts'
import { composeUse, judgeUse, usableTemplate, type UsePorts } from '../modules/sending/templates/use-template.ts'
import type { Foundation } from './foundation.ts'
import type { Jobs } from './jobs.ts'
import type { SentListPorts } from './sent-list.ts'

export type BulkSendWork = BulkSendPorts & RunBulkSendPorts

export function composeBulkSends(
  { database, serverKeys, replica }: Foundation,
  sending: SentListPorts,
  queue: Jobs['queue'],
): BulkSendWork {
  const { instance } = replica
  return {
    ...{ requests: sending.requests, leaseMs: sending.leaseMs, reach: sending.reach, now: sending.now },
    bulkSends: openBulkSendStore({ database, serverKeys, instance }, bulkSendByJob(queue)),
    sheets: openSheetReader(),
    people: sending.store,
    templates: bulkTemplates(sending),
    actAs: (owner) => actAs(sending.memberships, owner),
  }
}

/** Two files at once are in memory, however large: nobody waits for room. */
const onLength = () => undefined

const bulkTemplates = (ports: UsePorts): BulkTemplates => ({
  find: async (user, { id, version }) => {
    const template = await usableTemplate(ports, user, { templateId: id, version })
    const { content, shown } = template
    return {
      ...{ id: template.id, version: shown, roles: rolesOf(content) },
      ...{ documents: content.documents.length, locks: content.locks },
      judge: (use) => judgeUse(ports, user, { template, use }),
      compose: (use) => composeUse(ports, user, { template, use, onLength }),
    }
  },
  send: (owner, key, compose) => {
    // The row is the request, whatever it has come to say meanwhile.
    const keyed = { caller: owner, key, call: 'POST /v1/bulk', digest: digestOf({ row: key }) }
    return dispatchOnce(ports, keyed, compose)
  },
})

/** A program has the rights that its subscription gives it; a person those that they have now. */
async function actAs(memberships: Memberships, owner: Owner): Promise<Watcher | undefined> {
  const { subscriptionId } = owner
  if ('clientId' in owner) return { subscriptionId, clientId: owner.clientId, userId: null, seesEverything: false }
  try {
    return await actAsSender(memberships, owner.userId, subscriptionId)
  } catch (error) {
    if (error instanceof PortalError && error.code === 'NOT_A_SENDER') return undefined
    throw error
  }
}
