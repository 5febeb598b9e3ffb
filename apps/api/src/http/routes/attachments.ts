import {
  downloadAttachment,
  listAttachments,
  pagesToShow,
  renderAttachment,
  type AttachmentPorts,
} from '../../modules/attachments/show-attachments.ts'
import { principalOf } from '../../modules/substitutions/ports.ts'
import type { Handlers } from '../bind/call-types.ts'
import { answerPages } from './answer-pages.ts'
import { answerDocument, documentRoom } from './encode-document.ts'

type AttachmentCalls = 'attachments' | 'attachmentPages' | 'downloadAttachment'

export function attachmentHandlers(ports: AttachmentPorts): Pick<Handlers, AttachmentCalls> {
  return {
    attachments: async ({ caller, params }) => {
      const found = await listAttachments(ports, { userId: principalOf(caller), signerId: params.signerGuid })
      return found.map((attachment) => ({
        GUID: attachment.id,
        FileName: attachment.fileName,
        MediaType: attachment.mediaType,
        NumberOfPages: pagesToShow(attachment),
      }))
    },
    attachmentPages: async ({ caller, params, query, ifNoneMatch }) =>
      answerPages(
        await renderAttachment(ports, {
          userId: principalOf(caller),
          signerId: params.signerGuid,
          attachmentId: params.attGuid,
          page: query.page,
          width: query.width,
          count: query.count,
          known: ifNoneMatch,
        }),
      ),
    downloadAttachment: async ({ caller, params, answerRoom }) => {
      const { bytes, fileName } = await downloadAttachment(ports, {
        userId: principalOf(caller),
        signerId: params.signerGuid,
        attachmentId: params.attGuid,
        onLength: (length) => answerRoom.take(documentRoom(length)),
      })
      return answerDocument(bytes, fileName)
    },
  }
}
