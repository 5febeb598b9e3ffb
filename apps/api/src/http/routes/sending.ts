import type { DocumentBytes } from '../../modules/pending-documents/ports.ts'
import { PortalError } from '@rubrica/domain'
import type { Owner } from '../../modules/owner.ts'
import { cancelOnce } from '../../modules/sending/cancel-document.ts'
import { fetchSentDocument, followDocument } from '../../modules/sending/follow-document.ts'
import type { Sender, SentDocument, SentSigner } from '../../modules/sending/ports.ts'
import { sendDocument, type SendPorts } from '../../modules/sending/send-document.ts'
import { Answer, type Handlers } from '../bind/call-types.ts'
import { readSendParts } from './read-send-parts.ts'

const toPerson = ({
  id,
  userId,
  state,
  operatedAt,
  rejectionReason,
}: Omit<SentSigner, 'approvers' | 'stage' | 'state'> & { state: string }) => ({
  guid: id,
  userId,
  state,
  operatedAt: operatedAt?.toISOString() ?? null,
  reason: rejectionReason,
})

const toAnswer = (document: SentDocument) => ({
  guid: document.id,
  state: document.state,
  fileName: document.fileName,
  pages: document.pageCount,
  uploadedAt: document.uploadedAt.toISOString(),
  deadline: document.deadline?.toISOString() ?? null,
  endedAt: document.endedAt?.toISOString() ?? null,
  archive: { ...document.archive, cause: document.archive.cause && JSON.stringify(document.archive.cause) },
  signers: document.signers.map((signer) => ({
    ...toPerson(signer),
    stage: signer.stage,
    approvers: signer.approvers.map(toPerson),
  })),
})

/** @throws {PortalError} ROLE_NEEDED for people: a document has no person for its sender */
function toSender(owner: Owner): Sender & { readonly clientId: string } {
  if (!('clientId' in owner)) throw new PortalError('ROLE_NEEDED', 'Documents are sent by programs.')
  return { clientId: owner.clientId, subscriptionId: owner.subscriptionId }
}

export interface SendingRoutePorts extends SendPorts {
  readonly bytes: DocumentBytes
  readonly fileLimit: number
}

type SendingCalls = 'sendDocument' | 'sentDocumentStatus' | 'sentDocumentContent' | 'cancelDocument'

export function sendingHandlers(ports: SendingRoutePorts): Pick<Handlers, SendingCalls> {
  return {
    sendDocument: async ({ caller, headers, body, answerRoom }) => {
      const idempotencyKey = headers['idempotency-key']
      if (!(Symbol.asyncIterator in body)) {
        const { file: id, ...order } = body
        const file = { owner: caller, id, onLength: (bytes: number) => answerRoom.take(bytes) }
        const request = { sender: toSender(caller), idempotencyKey, file, attachments: [], order }
        return toAnswer(await sendDocument(ports, request))
      }
      const parts = await readSendParts(body, ports.fileLimit)
      return toAnswer(await sendDocument(ports, { ...parts, sender: toSender(caller), idempotencyKey }))
    },
    sentDocumentStatus: async ({ caller, params }) =>
      toAnswer(await followDocument(ports.store, toSender(caller), params.docGuid)),
    cancelDocument: async ({ caller, params, headers, body }) => {
      await cancelOnce(ports, {
        sender: toSender(caller),
        documentId: params.docGuid,
        reason: body?.reason ?? '',
        key: headers['idempotency-key'],
      })
      return null
    },
    sentDocumentContent: async ({ caller, params, answerRoom }) => {
      const { bytes, fileName } = await fetchSentDocument(ports, {
        sender: toSender(caller),
        documentId: params.docGuid,
        onLength: (length) => answerRoom.take(length),
      })
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': contentDisposition(fileName),
        'content-security-policy': 'sandbox',
        'cache-control': 'private, no-store',
      }
      return new Answer(200, headers, bytes)
    },
  }
}

/** RFC 6266: a plain name for old clients, the exact one in UTF-8 for the others. */
function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName.replace(/\p{C}/gu, '')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
