/**
 * A window of its own for what no frame can show. It is of our origin, and yet it sees nothing of what the frame keeps:
 * browsers keep that apart by the page around it. So the frame hands the session over, to that window alone.
 */
import { sessionToken } from '../session/session-store.ts'
import { keepLink, keptLink, type SigningLink } from '../session/signing-link.ts'

/** Whether the page of somebody else shows this one. */
export const isFramed = (): boolean => window.parent !== window

interface Handed {
  readonly kind: 'rubrica-session'
  readonly token: string
  readonly link: SigningLink
}

const READY = 'rubrica-ready'

const isHanded = (data: unknown): data is Handed =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'rubrica-session'

/** Opens the page of the link in a window. @returns null when the browser does not, else what ends the handing over */
export function openOwnWindow(): (() => void) | null {
  const link = keptLink()
  const token = sessionToken()
  if (!link || token === null) return null
  // Where the page around is of our site, the window begins with a copy of what is kept here.
  keepLink({ ...link, isOwnWindow: true, sharesSession: true })
  const opened = window.open(`/sign/${link.id}`, '_blank')
  keepLink({ ...link, sharesSession: link.sharesSession || opened !== null })
  if (!opened) return null
  const hand = ({ source, origin, data }: MessageEvent) => {
    if (source !== opened || origin !== location.origin || data !== READY) return
    const handed: Handed = { kind: 'rubrica-session', token, link: { ...link, isOwnWindow: true, sharesSession: true } }
    opened.postMessage(handed, location.origin)
  }
  addEventListener('message', hand)
  return () => removeEventListener('message', hand)
}

/** Asks the frame that has opened this window for its session. @returns what ends the asking */
export function askOpener(onHanded: (handed: Pick<Handed, 'token' | 'link'>) => void): () => void {
  const opener = window.opener as Window | null
  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source !== opener || origin !== location.origin || !isHanded(data)) return
    onHanded(data)
  }
  addEventListener('message', hear)
  opener?.postMessage(READY, location.origin)
  return () => removeEventListener('message', hear)
}
