import { ApiError, NetworkError } from '@rubrica/contract'
import type { Patience } from './stepper.ts'

/** A signature session, as the server answers. */
export interface SignatureSessionAnswer {
  readonly SessionId: string
  /** Missing while the person has yet to accept on their phone. */
  readonly ExpiresAt?: string
}

/** Pause before the server is asked about the phone again, in milliseconds. */
export const PHONE_PAUSE = 2000
/** So many looks at the phone may fail one after another before the person is told. */
const MOST_FAILED = 5

interface Opening {
  /** @param sessionId of the call before, while the phone is waited for */
  readonly open: (sessionId: string | undefined) => Promise<SignatureSessionAnswer>
  readonly patience: Patience
  readonly wait: (ms: number) => Promise<void>
  /** The server knows the session, open or not. */
  readonly onKnown: (sessionId: string) => void
  readonly onWaiting: () => void
}

/** What may have passed at the next look: no answer came, or the server or the provider is in trouble. */
const mayPass = (error: unknown) => error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)

/**
 * Opens a signature session; where a phone asks the person, once they have accepted there. A look at the phone that
 * fails is made again: the person may be about to accept.
 * @returns false when the person no longer waits
 * @throws what `open` throws
 */
export async function openSignatureSession({ open, patience, wait, onKnown, onWaiting }: Opening): Promise<boolean> {
  let answer = await open(undefined)
  let failed = 0
  onKnown(answer.SessionId)
  while (answer.ExpiresAt === undefined && !patience.isOver()) {
    onWaiting()
    await Promise.race([wait(PHONE_PAUSE), patience.over])
    if (patience.isOver()) break
    try {
      answer = await open(answer.SessionId)
      failed = 0
    } catch (error) {
      failed += 1
      if (!patience.isOver() && (!mayPass(error) || failed === MOST_FAILED)) throw error
    }
  }
  return !patience.isOver()
}
