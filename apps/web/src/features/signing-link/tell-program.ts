import { isFramed } from '../../shared/consent/own-window.ts'
import type { LinkEvent, SigningLink } from '../../shared/session/signing-link.ts'

/** Where the person is led back to, with what the program is told. */
export function wayBack({ returnUrl, docGuid, signerGuid }: SigningLink, event: LinkEvent): string {
  const address = new URL(returnUrl)
  for (const [name, value] of Object.entries({ document: docGuid, signer: signerGuid, event })) {
    address.searchParams.set(name, value)
  }
  return address.href
}

/** Tells the page around the frame. The browser gives it to that page only if it is of an origin that may hear it. */
export function tellFrame({ frameOrigins, docGuid, signerGuid }: SigningLink, event: LinkEvent): void {
  if (!isFramed()) return
  const message = { type: 'rubrica.signing', document: docGuid, signer: signerGuid, event }
  for (const origin of frameOrigins) window.parent.postMessage(message, origin)
}
