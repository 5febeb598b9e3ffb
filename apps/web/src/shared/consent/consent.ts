import { ApiError } from '@rubrica/contract'
import { isSessionExpiry } from '../api/is-session-expiry.ts'
import { pageAt } from '../session/page-address.ts'
import { Stepper } from '../steps/stepper.ts'

/** Where the person is on the way to a signature that they confirm on a page of the provider. */
export type ConsentStage =
  /** They read who will sign; `asking` once the provider is asked for its page. */
  | { readonly at: 'confirming'; readonly asking: boolean; readonly error: unknown }
  /** The provider's page is open, or could be; `checking` while the server looks whether they have confirmed there. */
  | {
      readonly at: 'waiting'
      /** Null when their phone alone asks them. */
      readonly address: string | null
      /** The browser has not let the page be opened. */
      readonly isBlocked: boolean
      readonly checking: boolean
      readonly error: unknown
    }
  /** What was asked for is over; it can be asked for anew. */
  | { readonly at: 'over'; readonly asking: boolean; readonly error: unknown }
  /** It is signed, or what went wrong is said elsewhere. */
  | { readonly at: 'ended' }

/** What the provider has made for one signature. */
interface ConsentRequest {
  /** Where the person confirms; null when their phone alone asks them. */
  readonly RedirectURL: string | null
  readonly RequestID: string
}

/** A tab opened in the press of a button, before it is known what it shows. */
export interface ConsentTab {
  /** @returns whether the page is there; false when the browser has blocked the tab */
  readonly show: (address: string) => boolean
  readonly close: () => void
}

interface ConsentTask {
  /** @param attemptKey stays the same until an answer has come */
  readonly ask: (attemptKey: string) => Promise<ConsentRequest>
  /** Throws CONSENT_PENDING for as long as nobody has confirmed. */
  readonly complete: (requestId: string) => Promise<void>
  readonly openTab: () => ConsentTab
  /** Called once it is signed. */
  readonly onDone: () => void
  /** Called with an error. @returns whether it is shown elsewhere and the person can do nothing about it here */
  readonly onFailed: (error: unknown) => boolean
  readonly wait: (ms: number) => Promise<void>
}

/** Between two looks for the answer, in milliseconds. */
const LOOK_PAUSE = 5000
/** Ten minutes of them: longer than a request lives, and no night long in a tab that was forgotten. */
const MOST_LOOKS = 120

/** The request was refused, has run out, or is for a document that is no longer the one it was made for. */
const OVER: readonly string[] = [
  'CONSENT_REFUSED',
  'CONSENT_TIMED_OUT',
  'CONSENT_MISMATCH',
  'DOCUMENT_MOVED_ON',
  'TRANSACTION_EXPIRED',
  'TRANSACTION_REFUSED',
  'PROVIDER_SIGNATURE_REFUSED',
]

function isOver(error: unknown): boolean {
  return error instanceof ApiError && OVER.includes(error.code)
}

/** The person, the provider or the document has settled it. */
function isSettled(error: unknown): boolean {
  return error instanceof ApiError && [404, 409, 422].includes(error.status) && !isPending(error)
}

/**
 * The way from the question who signs to a signature that was confirmed on a page of the provider. It looks for the
 * answer by itself; the person may also press a button. Each ends here in a signature or in an error to be read. A look
 * at work when the dialog closes still ends, since it may end in a signature.
 */
export class Consent extends Stepper<ConsentStage> {
  readonly #task: ConsentTask
  #requestId = ''
  #attemptKey = crypto.randomUUID()
  #isChecking = false
  /** The person has pressed the button: whatever is found is said. */
  #isAsked = false
  #isSessionOver = false

  constructor(task: ConsentTask) {
    super({ at: 'confirming', asking: false, error: null })
    this.#task = task
  }

  /**
   * Has the provider asked, and opens its page; to be called in the press of a button, else browsers block the page.
   */
  async ask(): Promise<void> {
    const before = this.stage()
    if ((before.at !== 'confirming' && before.at !== 'over') || before.asking) return
    const tab = this.#task.openTab()
    this.show({ ...before, asking: true, error: null })
    try {
      const { RedirectURL, RequestID } = await this.#task.ask(this.#attemptKey)
      const address = RedirectURL === null ? null : pageAt(RedirectURL).href
      if (this.isLeft) return tab.close()
      this.#requestId = RequestID
      this.#attemptKey = crypto.randomUUID()
      if (address === null) this.#waitForPhone(tab)
      else this.show({ at: 'waiting', address, isBlocked: !tab.show(address), checking: false, error: null })
      void this.#watch(RequestID)
    } catch (error) {
      tab.close()
      if (error instanceof ApiError) this.#attemptKey = crypto.randomUUID()
      const isEnded = this.#task.onFailed(error)
      this.show(isEnded ? { at: 'ended' } : { at: 'confirming', asking: false, error: shown(error) })
    }
  }

  /** There is no page, and they may have confirmed already. */
  #waitForPhone(tab: ConsentTab): void {
    tab.close()
    this.show({ at: 'waiting', address: null, isBlocked: false, checking: false, error: null })
    void this.complete(false)
  }

  /** Looks for the answer, while there may be one and somebody waits for it. */
  async #watch(requestId: string): Promise<void> {
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      await this.#task.wait(LOOK_PAUSE)
      if (this.isLeft || this.#isSessionOver || this.#requestId !== requestId || this.stage().at !== 'waiting') return
      await this.complete(false)
    }
  }

  /**
   * Asks whether the person has confirmed, and completes the signature if so.
   * @param isAsked by the person; otherwise nothing is said of what may pass
   */
  async complete(isAsked: boolean): Promise<void> {
    const before = this.stage()
    if (before.at !== 'waiting') return
    this.#isAsked ||= isAsked
    if (isAsked) this.show({ ...before, checking: true, error: null })
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      await this.#task.complete(this.#requestId)
      this.show({ at: 'ended' })
      this.#task.onDone()
    } catch (error) {
      this.#fail(error)
    }
    this.#isChecking = false
    this.#isAsked = false
  }

  #fail(error: unknown): void {
    const now = this.stage()
    if (now.at !== 'waiting') return
    if (isOver(error)) return this.show({ at: 'over', asking: false, error })
    this.#isSessionOver ||= isSessionExpiry(error)
    // Nobody has asked: the next look may find another answer.
    if (!this.#isAsked && !isSettled(error)) return
    const isEnded = !isPending(error) && this.#task.onFailed(error)
    this.show(isEnded ? { at: 'ended' } : { ...now, checking: false, error: shown(error) })
  }
}

function isPending(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CONSENT_PENDING'
}

/** Of a session that has ended another notice speaks. */
const shown = (error: unknown): unknown => (isSessionExpiry(error) ? null : error)
