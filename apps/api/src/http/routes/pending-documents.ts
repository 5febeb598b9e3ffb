import { signatureStatusOf } from '@rubrica/domain'
import { describeDocument } from '../../modules/pending-documents/describe-document.ts'
import { downloadDocument } from '../../modules/pending-documents/download-document.ts'
import type { PendingDocument } from '../../modules/pending-documents/ports.ts'
import { rejectDocument } from '../../modules/pending-documents/reject-document.ts'
import { renderPages, type RenderPagesPorts } from '../../modules/pending-documents/render-pages.ts'
import { searchPendingDocuments } from '../../modules/pending-documents/search-pending-documents.ts'
import { Answer, type Handlers } from '../bind/call-types.ts'
import { base64Length, encodeDocument } from './encode-document.ts'

/** How the portal's tag filter names documents without tags. */
const UNSPECIFIED = 'unspecified'

const toItem = (document: PendingDocument) => ({
  DocGUI: document.documentId,
  FileName: document.fileName,
  UploadTime: document.uploadTime.toISOString(),
  Tag: document.tag,
  SenderName: document.senderName,
  Description: document.description,
  SignerDTO: {
    SignerGUID: document.signerId,
    SignerGUI: document.signerId,
    SignerName: document.signerName,
    SignatureReason: document.reason,
    TypeOfID: document.legalIdType,
    ReadAll: document.readAll,
    HasAttachment: document.hasAttachment,
    DisclaimerInfo: { Display: document.hasDisclaimer },
    CentralizedCertificateInfo: document.certificate && {
      Guid: document.certificate.id,
      Alias: document.certificate.alias,
    },
  },
})

type PendingCalls = 'pendingDocuments' | 'renderedDocument' | 'downloadDocument' | 'documentInfo' | 'rejectDocument'

export function pendingDocumentHandlers(ports: RenderPagesPorts): Pick<Handlers, PendingCalls> {
  return {
    pendingDocuments: listHandler(ports),
    renderedDocument: pagesHandler(ports),
    downloadDocument: async ({ caller, params, answerRoom }) => {
      const { bytes, fileName } = await downloadDocument(ports, {
        userId: caller.userId,
        documentId: params.docGuid,
        onLength: (length) => answerRoom.take(length + base64Length(length)),
      })
      const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
      return new Answer(200, headers, encodeDocument(bytes, fileName))
    },
    documentInfo: async ({ caller, params }) => {
      const { signers, uploadTime } = await describeDocument(ports.store, caller.userId, params.docGuid)
      const UploadTime = uploadTime.toISOString()
      return {
        UploadTime,
        Signers: signers.map((signer) => ({
          SignerName: signer.name,
          UploadTime,
          OperationTime: signer.operatedAt?.toISOString() ?? '',
          SignatureStatus: signatureStatusOf(signer.state),
          GUID: signer.signerId,
          Approvers: signer.approvers.map(({ email, legalId, name }) => ({
            Email: email,
            LegalId: legalId,
            Name: name,
          })),
        })),
      }
    },
    rejectDocument: async ({ caller, params, body }) => {
      await rejectDocument(ports.store, {
        userId: caller.userId,
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
      userId: caller.userId,
      filters: {
        from: query.From,
        to: query.To,
        fileName: query.FileName,
        certificateId: query.CertificateGuid,
        sender: query.Sender,
        tag: query.Tag?.trim().toLowerCase() === UNSPECIFIED ? '' : query.Tag?.trim(),
      },
      orderBy: query.OrderBy,
      descending: query.OrderType === 'des',
      page: query.PageNumber,
      pageSize: query.PageSize,
    })
    return {
      List: page.documents.map(toItem),
      Count: page.count,
      TotalPages: page.totalPages,
      PageNumber: query.PageNumber,
      PageSize: query.PageSize,
    }
  }
}

/** The answer is put together as text, because base64 that is ready need not be escaped and copied again. */
function pagesHandler(ports: RenderPagesPorts): Handlers['renderedDocument'] {
  return async ({ caller, params, query, ifNoneMatch }) => {
    const rendered = await renderPages(ports, {
      userId: caller.userId,
      documentId: params.docGuid,
      page: params.page,
      width: query.width,
      count: query.count,
      known: ifNoneMatch,
    })
    const headers = { etag: rendered.entityTag, 'cache-control': 'private, no-cache', vary: 'authorization' }
    if (!rendered.pages) return new Answer(304, headers, null)
    const images = rendered.pages.map(({ base64 }) => `"${base64}"`).join(',')
    const text = `{"DocPageRendered":[${images}],"NumberOfPages":${rendered.pageCount},"NextPage":${rendered.nextPage}}`
    return new Answer(200, { ...headers, 'content-type': 'application/json; charset=utf-8' }, text)
  }
}
