import { api } from '../../shared/api/api.ts'
import { decodeBase64 } from '../../shared/page-viewer/decode-base64.ts'

/** Has the browser save the document. @throws {ApiError}, {NetworkError} */
export async function downloadDocument(docGuid: string): Promise<void> {
  const { DocContent, FileName } = await api.downloadDocument({ params: { docGuid } })
  const address = URL.createObjectURL(new Blob([decodeBase64(DocContent)], { type: 'application/pdf' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: FileName })
  link.click()
  // The browser has taken hold of the bytes by the end of this turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
