/** What is done with the list of what was sent: acts on many documents, archives, attachments, saved filters. */
import type { Contract } from '@rubrica/contract'
import { PortalError } from '@rubrica/domain'
import { ownerOf } from '../../modules/owner.ts'
import { archiveBulk, archiveOne, type ArchivePorts } from '../../modules/sending/archive/archive-documents.ts'
import type { Bulk, BulkOrder } from '../../modules/sending/bulk/ports.ts'
import { showBulk, startBulk, type BulkPorts } from '../../modules/sending/bulk/start-bulk.ts'
import { followDocument } from '../../modules/sending/follow-document.ts'
import { deleteFilter, saveFilter } from '../../modules/sending/filters/keep-filters.ts'
import type { FilterStore } from '../../modules/sending/filters/ports.ts'
import { Answer, type Call, type Handlers } from '../bind/call-types.ts'
import { fileHeaders } from './sent-documents.ts'

type BulkCalls = 'startBulkAct' | 'bulkAct' | 'bulkArchive'
type FileCalls = 'sentDocumentArchive' | 'sentAttachments' | 'sentAttachment'
type FilterCalls = 'savedFilters' | 'saveFilter' | 'deleteFilter'
type Ports = BulkPorts & ArchivePorts & { readonly filters: FilterStore }

export const sentListHandlers = (ports: Ports): Pick<Handlers, BulkCalls | FileCalls | FilterCalls> => ({
  ...bulkHandlers(ports),
  ...fileHandlers(ports),
  ...filterHandlers(ports),
})

function bulkHandlers(ports: Ports): Pick<Handlers, BulkCalls> {
  return {
    startBulkAct: async ({ caller, headers, body }) =>
      describe(
        await startBulk(ports, {
          watcher: caller,
          order: toOrder(body),
          idempotencyKey: headers['idempotency-key'],
        }),
      ),
    bulkAct: async ({ caller, params }) => describe(await showBulk(ports, caller, params.bulkGuid)),
    bulkArchive: async ({ caller, params }) => {
      const { fileName, content } = await archiveBulk(ports, { watcher: caller, id: params.bulkGuid })
      return new Answer(200, fileHeaders('application/zip', fileName), content)
    },
  }
}

function toOrder(body: Call<Contract['startBulkAct']>['body']): BulkOrder {
  return {
    act: body.act,
    documentIds: body.documents,
    reason: body.act === 'withdraw' || body.act === 'replace' ? body.reason : '',
    deadline: body.act === 'extend' ? new Date(body.deadline) : null,
    files: body.act === 'download' ? body.files : [],
    replacement: body.act === 'replace' ? { signer: body.signer, successor: body.successor } : null,
  }
}

const describe = ({ id, act, createdAt, endedAt, results }: Bulk) => ({
  ...{ guid: id, act, createdAt: createdAt.toISOString(), endedAt: endedAt && endedAt.toISOString() },
  results: results.map(({ documentId, fileName, state, code }) => ({ document: documentId, fileName, state, code })),
})

/** @throws {PortalError} DOCUMENT_NOT_FOUND */
const attachmentsOf = async (
  ports: Ports,
  { caller, docGuid }: { caller: Call<Contract['sentAttachments']>['caller']; docGuid: string },
) => ports.changes.attachmentsOf((await followDocument(ports.store, caller, docGuid)).id)

function fileHandlers(ports: Ports): Pick<Handlers, FileCalls> {
  return {
    sentDocumentArchive: async ({ caller, params, query }) => {
      const asked = { watcher: caller, documentId: params.docGuid, files: query.files }
      const { fileName, content } = await archiveOne(ports, asked)
      return new Answer(200, fileHeaders('application/zip', fileName), content)
    },
    sentAttachments: async ({ caller, params: { docGuid } }) => {
      const found = await attachmentsOf(ports, { caller, docGuid })
      return {
        data: found.map(({ id, fileName, mediaType, length }) => ({ guid: id, fileName, mediaType, size: length })),
      }
    },
    sentAttachment: async ({ caller, params: { docGuid, sentAttachmentGuid }, answerRoom }) => {
      const found = await attachmentsOf(ports, { caller, docGuid })
      const attachment = found.find(({ id }) => id === sentAttachmentGuid.toLowerCase())
      if (!attachment) throw new PortalError('FILE_NOT_FOUND', 'There is no such file with this document.')
      answerRoom.take(attachment.length)
      const bytes = await ports.attachments.load(attachment.id)
      return new Answer(200, fileHeaders('application/octet-stream', attachment.fileName), bytes)
    },
  }
}

function filterHandlers(ports: Ports): Pick<Handlers, FilterCalls> {
  return {
    savedFilters: async ({ caller }) => {
      const found = await ports.filters.list(ownerOf(caller))
      return { data: found.map(({ id, name, filters }) => ({ guid: id, name, filters })) }
    },
    saveFilter: async ({ caller, params, body: { name, filters } }) => {
      await saveFilter(ports, ownerOf(caller), { id: params.filterGuid, name, filters })
      return null
    },
    deleteFilter: async ({ caller, params }) => {
      await deleteFilter(ports, ownerOf(caller), params.filterGuid)
      return null
    },
  }
}
