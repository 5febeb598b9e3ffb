/** The link of a program by which somebody came to one document, and the way back to that program. */
import { readSession, writeSession } from './session-store.ts'

/** What the program is told; a hint, after which it asks the server. */
export type LinkEvent = 'signed' | 'rejected' | 'later' | 'expired'

export interface SigningLink {
  readonly id: string
  readonly docGuid: string
  readonly signerGuid: string
  readonly programName: string
  readonly returnUrl: string
  /** Pages of these may show the document in a frame, and are told there what happens. */
  readonly frameOrigins: readonly string[]
  /** Who proves an e-mail address, and signs with it. */
  readonly isGuest: boolean
  /** In a window that the frame has opened, which goes on by itself. */
  readonly isOwnWindow: boolean
  /** The frame and its window have one session, which neither ends for the other. */
  readonly sharesSession: boolean
}

export const keepLink = (link: SigningLink): void => writeSession('signingLink', JSON.stringify(link))

/** Null when the person did not come by a link. */
export function keptLink(): SigningLink | null {
  const stored = readSession('signingLink')
  // Only this module writes it.
  return stored === null ? null : (JSON.parse(stored) as SigningLink)
}
