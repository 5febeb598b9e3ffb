/** Bulk sends: sheets, of which each row is sent from a template. */
import { openBulkSendStore } from '../adapters/database/bulk-sends/bulk-send-store.ts'
import { bulkSendByJob } from '../adapters/jobs/bulk-later.ts'
import { openSheetReader } from '../adapters/sheets/open-sheet-reader.ts'
import type { BulkSendPorts } from '../modules/bulk-sends/keep-bulk-sends.ts'
import type { BulkTemplates } from '../modules/bulk-sends/ports.ts'
import type { RunBulkSendPorts } from '../modules/bulk-sends/run-bulk-send.ts'
import { digestOf } from '../modules/digest-of.ts'
import { callerOf } from '../modules/owner.ts'
import { actForOwner } from '../modules/sending/act-as-sender.ts'
import { rolesOf } from '../modules/sending/templates/roles.ts'
import { judgeUse, sendUse, usableTemplate, type UsePorts } from '../modules/sending/templates/use-template.ts'
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
    actAs: (owner) => actForOwner(sending.memberships, owner),
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
      send: (key, use) => {
        // The row is the request, whatever it has come to say meanwhile.
        const keyed = { caller: callerOf(user)!, key, call: 'POST /v1/bulk', digest: digestOf({ row: key }) }
        return sendUse(ports, user, { template, keyed, use, onLength })
      },
    }
  },
})
