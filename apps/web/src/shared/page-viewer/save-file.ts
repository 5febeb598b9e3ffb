import { decodeBase64 } from './images/decode-base64.ts'

export interface FileContent {
  /** Base64, or the bytes themselves. */
  readonly DocContent: string | Blob
  readonly FileName: string
}

/** How long the bytes of a saved file stay within reach of the browser. */
const KEPT_MS = 40_000

/** Has the browser save a file that the server sent. Its bytes are never opened in the portal, whatever they are. */
export function saveFile({ DocContent, FileName }: FileContent): void {
  const bytes = typeof DocContent === 'string' ? decodeBase64(DocContent) : DocContent
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: FileName })
  link.click()
  // Some browsers take hold of the bytes only after the person has said where to save them.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
