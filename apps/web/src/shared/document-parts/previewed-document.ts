/** A document as somebody will see it once it is sent. */
import type { DocumentSigner } from '../api/document-info.ts'
import type { PageSource } from '../page-viewer/images/page-source.ts'
import type { PagePlace } from '../page-viewer/places/turn-place.ts'

export interface PreviewedDocument {
  readonly source: PageSource
  readonly fileName: string
  readonly senderName: string
  readonly description: string
  /** With commas between them. */
  readonly tag: string
  /** When it is sent; now. */
  readonly sentAt: string
  readonly deadline: string | null
  /** Of the signer whose screen it is, or whom it is approved for; of who has a copy, their own. */
  readonly signerName: string
  readonly reason: string
  readonly readAll: boolean
  /** On the signer's own screen alone; empty where nothing was written to them. */
  readonly privateMessage: string
  /** Of the certificate that the signer has to use; null where any will do. */
  readonly certificateType: string | null
  /** What the person signs with, where there is nothing to choose. */
  readonly alone: string | undefined
  /** Where the signer signs. */
  readonly places: readonly PagePlace[]
  readonly signers: readonly DocumentSigner[]
  /** What goes along with it, as far as this person finds it. */
  readonly attachments: readonly PreviewedAttachment[]
}

export interface PreviewedAttachment {
  readonly key: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Null for a file whose pages nobody can look at before it is sent. */
  readonly source: PageSource | null
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** As the lists of signers and of approvers have it. */
export const rowOf = (previewed: PreviewedDocument) => ({
  DocGUI: NOBODY,
  FileName: previewed.fileName,
  UploadTime: previewed.sentAt,
  Tag: previewed.tag,
  SenderName: previewed.senderName,
  Description: previewed.description,
  PrivateMessage: previewed.privateMessage,
  Deadline: previewed.deadline,
  Integrity: null,
  Remark: null,
  SignerDTO: {
    ...{ SignerGUID: NOBODY, SignerGUI: NOBODY, SignerName: previewed.signerName, TypeOfID: '' },
    SignatureReason: previewed.reason === '' ? null : previewed.reason,
    ReadAll: previewed.readAll,
    HasAttachment: false,
    DisclaimerInfo: { Display: false },
    CentralizedCertificateInfo: null,
    DemandedCertificateType: previewed.certificateType,
    PassingOn: 'no' as const,
  },
})
