import type { DocumentCopy } from '../../modules/copies/ports.ts'
import {
  describeCopy,
  downloadCopy,
  readCopyText,
  renderCopyPages,
  showCopy,
  type CopyPorts,
} from '../../modules/copies/show-copy.ts'
import { showRevisionPage, showSignatures, type ShowSignatures } from '../../modules/validation/show-signatures.ts'
import type { Handlers } from '../bind/call-types.ts'
import { answerPages, toPageText } from './answer-pages.ts'
import { toDocumentInfo } from './describe-signers.ts'
import { toSignaturesAnswer } from './document-signatures.ts'
import { answerDocument, documentRoom } from './encode-document.ts'
import { PORTAL_STATES } from './describe-decision.ts'

const toCopy = (copy: DocumentCopy) => ({
  Guid: copy.copyId,
  DocGuid: copy.documentId,
  FileName: copy.fileName,
  SenderName: copy.senderName,
  Description: copy.description,
  Tag: copy.tag,
  UploadTime: copy.uploadedAt.toISOString(),
  Deadline: copy.deadline?.toISOString() ?? null,
  Integrity: copy.integrity ?? null,
  DocumentState: PORTAL_STATES[copy.state],
  EndTime: copy.endedAt?.toISOString() ?? null,
  OperationTime: copy.givenAt.toISOString(),
})

interface Asked {
  readonly caller: { readonly userId: string }
  readonly params: { readonly copyGuid: string }
}

const nameOf = ({ caller, params }: Asked) => ({ userId: caller.userId, copyId: params.copyGuid })

type CopyCalls =
  'copy' | 'copyPages' | 'copyPageText' | 'copyInfo' | 'downloadCopy' | 'copySignatures' | 'copyRevisionPage'

/** Documents to people who have a copy of them. */
export function copyHandlers(ports: CopyPorts & { readonly signatures: ShowSignatures }): Pick<Handlers, CopyCalls> {
  return {
    copy: async (call) => toCopy(await showCopy(ports, nameOf(call))),
    copyPages: async ({ query, ifNoneMatch, ...call }) => {
      const { page } = call.params
      return answerPages(await renderCopyPages(ports, { ...nameOf(call), ...query, page, known: ifNoneMatch }))
    },
    copyPageText: async (call) => toPageText(await readCopyText(ports, { ...nameOf(call), page: call.params.page })),
    copyInfo: async (call) => toDocumentInfo(await describeCopy(ports, nameOf(call))),
    downloadCopy: async ({ answerRoom, ...call }) => {
      const onLength = (length: number) => answerRoom.take(documentRoom(length))
      const { bytes, fileName } = await downloadCopy(ports, { ...nameOf(call), onLength })
      return answerDocument(bytes, fileName)
    },
    copySignatures: async (call) => toSignaturesAnswer(await showSignatures(ports.signatures, nameOf(call))),
    copyRevisionPage: async ({ query, ifNoneMatch, ...call }) => {
      const { page, revision } = call.params
      const wanted = { page, revision, ...query, known: ifNoneMatch }
      return answerPages(await showRevisionPage(ports.signatures, nameOf(call), wanted))
    },
  }
}
