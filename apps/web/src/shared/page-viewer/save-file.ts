import { decodeBase64 } from './decode-base64.ts'

export interface FileContent {
  /** Base64. */
  readonly DocContent: string
  readonly FileName: string
}

/** Has the browser save a file that the server sent. Its bytes are never opened in the portal, whatever they are. */
export function saveFile({ DocContent, FileName }: FileContent): void {
  const address = URL.createObjectURL(new Blob([decodeBase64(DocContent)], { type: 'application/octet-stream' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: FileName })
  link.click()
  // The browser has taken hold of the bytes by the end of this turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
