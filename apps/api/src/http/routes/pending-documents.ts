import { dayAfter, startOfDay, type PassingOn } from '@rubrica/domain'
import { describeDocument } from '../../modules/pending-documents/describe-document.ts'
import { downloadDocument } from '../../modules/pending-documents/download-document.ts'
import type { PendingDocument, SignaturePlace } from '../../modules/pending-documents/ports.ts'
import { rejectDocument } from '../../modules/pending-documents/reject-document.ts'
import { readPageText, renderPages, type RenderPagesPorts } from '../../modules/pending-documents/render-pages.ts'
import { searchPendingDocuments } from '../../modules/pending-documents/search-pending-documents.ts'
import { showDecidedDocument, showSignaturePlaces } from '../../modules/pending-documents/show-decided-document.ts'
import { principalOf } from '../../modules/substitutions/ports.ts'
import { actingAs, readingAs } from '../bind/admit-caller.ts'
import type { Handlers } from '../bind/call-types.ts'
import { answerPages, toPageText, toPlace } from './answer-pages.ts'
import { toDecisionOn } from './describe-decision.ts'
import { toDocumentInfo, toRemarkMark, toSignerDto } from './describe-signers.ts'
import { answerDocument, documentRoom } from './encode-document.ts'

/** How the portal's tag filter names documents without tags. */
const UNSPECIFIED = 'unspecified'

/** Only blanks are no filter; the empty tag stands for documents without tags. */
function wantedTag(tag = ''): string | undefined {
  if (tag.toLowerCase() === UNSPECIFIED) return ''
  return tag === '' ? undefined : tag
}

const toItem = (document: PendingDocument, passingOn?: PassingOn) => ({
  DocGUI: document.documentId,
  FileName: document.fileName,
  UploadTime: document.uploadTime.toISOString(),
  Tag: document.tag,
  SenderName: document.senderName,
  Description: document.description,
  PrivateMessage: document.privateMessage,
  Deadline: document.deadline?.toISOString() ?? null,
  Integrity: document.integrity ?? null,
  Remark: toRemarkMark(document.remark),
  SignerDTO: toSignerDto(document, passingOn),
})

const toSignaturePlace = ({ page, ...place }: SignaturePlace) => ({ Page: page, ...toPlace(place) })

type PendingCalls =
  | 'pendingDocuments'
  | 'renderedDocument'
  | 'pageText'
  | 'downloadDocument'
  | 'documentInfo'
  | 'decidedDocument'
  | 'signaturePlaces'
  | 'rejectDocument'

export function pendingDocumentHandlers(ports: RenderPagesPorts): Pick<Handlers, PendingCalls> {
  return {
    pendingDocuments: listHandler(ports),
    renderedDocument: async ({ caller, params, query, ifNoneMatch }) =>
      answerPages(
        await renderPages(ports, {
          ...readingAs(caller),
          documentId: params.docGuid,
          page: params.page,
          width: query.width,
          count: query.count,
          known: ifNoneMatch,
        }),
      ),
    pageText: async ({ caller, params: { docGuid, page } }) =>
      toPageText(await readPageText(ports, { userId: principalOf(caller), documentId: docGuid, page })),
    downloadDocument: async ({ caller, params, answerRoom }) => {
      const { bytes, fileName } = await downloadDocument(ports, {
        userId: principalOf(caller),
        documentId: params.docGuid,
        onLength: (length) => answerRoom.take(documentRoom(length)),
      })
      return answerDocument(bytes, fileName)
    },
    documentInfo: async ({ caller, params }) =>
      toDocumentInfo(await describeDocument(ports, principalOf(caller), params.docGuid)),
    decidedDocument: async ({ caller, params }) => {
      const decided = await showDecidedDocument(ports.store, principalOf(caller), params.docGuid)
      return { ...toItem(decided), ...toDecisionOn(decided) }
    },
    signaturePlaces: async ({ caller, params }) =>
      (await showSignaturePlaces(ports.store, principalOf(caller), params.signerGuid)).map(toSignaturePlace),
    rejectDocument: async ({ caller, params, body }) => {
      await rejectDocument(ports.store, {
        ...actingAs(caller),
        signerId: params.signerGuid,
        reason: body.RejectionReason,
        accessMethod: body.AccessMethod,
        at: ports.now(),
      })
      return null
    },
  }
}

function listHandler({ store }: RenderPagesPorts): Handlers['pendingDocuments'] {
  return async ({ caller, query }) => {
    const page = await searchPendingDocuments(store, {
      userId: principalOf(caller),
      filters: {
        from: query.From === undefined ? undefined : startOfDay(query.From, query.TimeZone ?? 'UTC'),
        before: query.To === undefined ? undefined : startOfDay(dayAfter(query.To), query.TimeZone ?? 'UTC'),
        fileName: query.FileName,
        certificateId: query.CertificateGuid,
        sender: query.Sender,
        tag: wantedTag(query.Tag?.trim()),
        documentId: caller.only?.documentId,
        substitutionId: caller.office?.substitutionId,
      },
      orderBy: query.OrderBy,
      descending: query.OrderType === 'des',
      page: query.PageNumber,
      pageSize: query.PageSize,
    })
    // Not in the name of another, and not with what opens one document alone.
    const isThemselves = !caller.office && !caller.only
    return {
      List: page.documents.map((document) => toItem(document, isThemselves ? document.passingOn : 'no')),
      Count: page.count,
      TotalPages: page.totalPages,
      PageNumber: query.PageNumber,
      PageSize: query.PageSize,
    }
  }
}
