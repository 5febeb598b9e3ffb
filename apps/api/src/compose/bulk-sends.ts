/** Bulk sends: sheets, of which each row is sent from a template. */
import { openBulkSendStore } from '../adapters/database/bulk-sends/bulk-send-store.ts'
import { bulkSendByJob } from '../adapters/jobs/bulk-later.ts'
import { openSheetReader } from '../adapters/sheets/open-sheet-reader.ts'
import type { BulkSendPorts } from '../modules/bulk-sends/keep-bulk-sends.ts'
import type { BulkTemplates } from '../modules/bulk-sends/ports.ts'
import type { RunBulkSendPorts } from '../modules/bulk-sends/run-bulk-send.ts'
import { digestOf } from '../modules/digest-of.ts'
import { ownerOf } from '../modules/owner.ts'
import { actForOwner } from '../modules/sending/act-as-sender.ts'
import type { Watcher } from '../modules/sending/ports.ts'
import { dispatchOnce } from '../modules/sending/send-dispatch.ts'
import { documentsOf, judgePlaces, type JudgePlacesPorts } from '../modules/sending/templates/judge-places.ts'
import type { Template } from '../modules/sending/templates/ports.ts'
import { rolesOf } from '../modules/sending/templates/roles.ts'
import { composeUse, judgeUse, usableTemplate, type UsePorts } from '../modules/sending/templates/use-template.ts'
import { findUpload } from '../modules/sending/uploads/find-upload.ts'
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
    templates: bulkTemplates(sending, onceForEachFile(sending)),
    actAs: (owner) => actForOwner(sending.memberships, owner),
  }
}

/** Two files at once are in memory, however large: nobody waits for room. */
const onLength = () => undefined

/** Of so many files, and of the files of so many versions, the places are known. */
const MOST_KNOWN = 3000

/** Versions and uploads never change: each is looked through once, not for each row and each correction. */
function onceForEachFile(ports: JudgePlacesPorts) {
  const known = new Map<string, ReturnType<typeof judgePlaces>>()
  return ({ id, shown, content }: Template, documents: ReturnType<typeof documentsOf>) => {
    const name = [id, shown, ...documents.map((document) => document?.name)].join(' ')
    const before = known.get(name)
    if (before) return before
    const found = judgePlaces(ports, content, documents)
    known.set(name, found)
    if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!)
    // Next time it may be readable.
    found.catch(() => known.delete(name))
    return found
  }
}

/** The files that a row sends of its own. */
const uploadsOf = (ports: UsePorts, user: Watcher, documents: readonly { readonly file: string }[]) =>
  Promise.all(
    documents.map(async ({ file: id }) => {
      const upload = await findUpload(ports.uploads, { owner: ownerOf(user), id }, ports.now())
      return { ...upload, name: `upload:${id}` }
    }),
  )

const bulkTemplates = (ports: UsePorts, placesOf: ReturnType<typeof onceForEachFile>): BulkTemplates => ({
  find: async (user, { id, version }) => {
    const template = await usableTemplate(ports, user, { templateId: id, version })
    const { content, shown } = template
    return {
      ...{ id: template.id, version: shown, roles: rolesOf(content) },
      ...{ documents: content.documents.length, locks: content.locks },
      judge: async (use) => {
        const faults = await judgeUse(ports, user, { template, use })
        if (faults.length > 0) return faults
        return placesOf(template, use.documents ? await uploadsOf(ports, user, use.documents) : documentsOf(template))
      },
      compose: (use) => composeUse(ports, user, { template, use, onLength }),
    }
  },
  send: (owner, key, compose) => {
    // The row is the request, whatever it has come to say meanwhile.
    const keyed = { caller: owner, key, call: 'POST /v1/bulk', digest: digestOf({ row: key }) }
    return dispatchOnce(ports, keyed, compose)
  },
})
