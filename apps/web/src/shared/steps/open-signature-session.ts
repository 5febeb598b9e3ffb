import type { Patience } from './stepper.ts'

/** A signature session, as the server answers. */
export interface SignatureSessionAnswer {
  readonly SessionId: string
  /** Missing while the person has yet to accept on their phone. */
  readonly ExpiresAt?: string
}

/** Pause before the server is asked about the phone again, in milliseconds. */
export const PHONE_PAUSE = 2000

interface Opening {
  /** @param sessionId of the call before, while the phone is waited for */
  readonly open: (sessionId: string | undefined) => Promise<SignatureSessionAnswer>
  readonly patience: Patience
  readonly wait: (ms: number) => Promise<void>
  /** The server knows the session, open or not. */
  readonly onKnown: (sessionId: string) => void
  readonly onWaiting: () => void
}

/**
 * Opens a signature session; where a phone asks the person, once they have accepted there.
 * @returns false when the person no longer waits
 * @throws what `open` throws
 */
export async function openSignatureSession({ open, patience, wait, onKnown, onWaiting }: Opening): Promise<boolean> {
  let answer = await open(undefined)
  onKnown(answer.SessionId)
  while (answer.ExpiresAt === undefined && !patience.isOver()) {
    onWaiting()
    await Promise.race([wait(PHONE_PAUSE), patience.over])
    if (!patience.isOver()) answer = await open(answer.SessionId)
  }
  return !patience.isOver()
}
