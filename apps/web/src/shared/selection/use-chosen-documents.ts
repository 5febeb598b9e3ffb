import type { PendingDocument } from '../api/pending-documents.ts'
import { useFormats } from '../i18n/formats.ts'
import type { ChosenDocument } from './chosen-documents.tsx'
import { useReasonText } from './use-reason-text.ts'

/**
 * The documents as a list of what is chosen: each with its reason; two of one name also with who sent them, and when.
 */
export function useChosenDocuments(documents: readonly PendingDocument[]): ChosenDocument[] {
  const reasonText = useReasonText()
  const { moment } = useFormats()
  const isAlone = ({ FileName }: PendingDocument) => documents.filter((one) => one.FileName === FileName).length === 1
  return documents.map((document) => {
    const origin = isAlone(document) ? [] : [document.SenderName, moment(document.UploadTime)]
    const facts = [reasonText(document), ...origin].filter((fact) => fact !== '').join(' · ')
    return { guid: document.SignerDTO.SignerGUID, name: document.FileName, facts }
  })
}
