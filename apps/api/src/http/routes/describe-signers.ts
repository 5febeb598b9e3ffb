import { signatureStatusOf, type PassingOn } from '@rubrica/domain'
import type { RemarkMark } from '../../modules/remarks/ports.ts'
import type { PendingDocument, SignerProgress } from '../../modules/pending-documents/ports.ts'

/**
 * What a list says of the signature that is asked for.
 * @param passingOn what whoever asks may do of it; an approver and a deputy may not
 */
export const toSignerDto = (document: PendingDocument, passingOn: PassingOn = 'no') => ({
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
  DemandedCertificateType: document.certificateType,
  PassingOn: passingOn,
})

const MARKS = { checked: 'Checked', noted: 'Noted' } as const

export const toRemarkMark = (remark: RemarkMark | null) => remark && MARKS[remark]

/** Who signs a document, and how far each of them is. */
export function toDocumentInfo({ uploadTime, signers }: { uploadTime: Date; signers: readonly SignerProgress[] }) {
  return {
    UploadTime: uploadTime.toISOString(),
    Signers: signers.map((signer) => ({
      SignerName: signer.name,
      UploadTime: signer.calledAt?.toISOString() ?? '',
      OperationTime: signer.operatedAt?.toISOString() ?? '',
      SignatureStatus: signatureStatusOf(signer.state),
      GUID: signer.signerId,
      Approvers: signer.approvers.map(({ email, legalId, name }) => ({ Email: email, LegalId: legalId, Name: name })),
    })),
  }
}
