import { ApiError } from '@rubrica/contract'
import { isOfTheCode, isOfThePin } from '../../shared/accounts/provider-errors.ts'
import type { Asked } from '../../shared/proof/proof-fields.tsx'
import type { SigningSteps } from '../../shared/proof/signing-steps.ts'
import type { StepAnswers } from '../../shared/proof/step-answers.ts'
import { openSignatureSession, type SignatureSessionAnswer } from '../../shared/steps/open-signature-session.ts'
import { Stepper } from '../../shared/steps/stepper.ts'

/** Where the person is between the chosen certificate and the answer to the application. */
export type GrantStage =
  | { readonly at: 'sending' | 'opening' | 'waiting' | 'granted' }
  | ({ readonly at: 'asking' } & Asked)
  | { readonly at: 'refused'; readonly error: unknown }

/** The calls to the server. Each throws ApiError or NetworkError. */
export interface GrantCalls {
  readonly sendCode: () => Promise<{ readonly SentTo: string }>
  /** @param sessionId of the call before, while the phone is waited for */
  readonly openSignatureSession: (
    answers: StepAnswers,
    sessionId: string | undefined,
  ) => Promise<SignatureSessionAnswer>
  readonly closeSignatureSession: () => Promise<unknown>
  /** @returns where the application waits for the code */
  readonly askForCode: (sessionId: string) => Promise<string>
}

interface GrantTask {
  readonly steps: Pick<SigningSteps, 'inputs' | 'sendsCode'>
  readonly calls: GrantCalls
  readonly wait: (ms: number) => Promise<void>
  readonly now: () => number
  /** Called with the address to lead the browser to. */
  readonly onGranted: (address: string) => void
  /** Called when the person's own password is refused. */
  readonly onPasswordRefused: (error: ApiError) => void
}

/**
 * The way from a certificate to the code that an application is given: a code for the person, a session opened with
 * what they type or accept, the code for the application. What the person typed goes through it and is not kept.
 */
export class Grant extends Stepper<GrantStage> {
  readonly #task: GrantTask
  #asked: Extract<GrantStage, { at: 'asking' }>

  constructor(task: GrantTask) {
    const { inputs, sendsCode } = task.steps
    const asked = { at: 'asking', inputs, code: null, sending: false, error: null } as const
    super(sendsCode ? { at: 'sending' } : asked)
    this.#task = task
    this.#asked = asked
  }

  protected override first(): void {
    void this.begin()
  }

  /** Takes the first step; also after something was refused, when everything begins anew. */
  async begin(): Promise<void> {
    if (!this.#task.steps.sendsCode) return this.show({ ...this.#asked, error: null })
    this.show({ at: 'sending' })
    try {
      await this.#sendCode()
    } catch (error) {
      this.show({ at: 'refused', error })
    }
  }

  async #sendCode(): Promise<void> {
    const { SentTo } = await this.#task.calls.sendCode()
    this.#asked = { ...this.#asked, code: { to: SentTo, at: this.#task.now() } }
    this.show({ ...this.#asked, error: null })
  }

  #isAsking(): boolean {
    const stage = this.stage()
    return stage.at === 'asking' && !stage.sending
  }

  /** Has another code sent. @returns whether it is on its way */
  async resendCode(): Promise<boolean> {
    if (!this.#isAsking()) return false
    this.show({ ...this.#asked, sending: true })
    try {
      await this.#sendCode()
      return true
    } catch (error) {
      this.show({ ...this.#asked, error })
      return false
    }
  }

  /** Authorises with what was typed. */
  async authorise(answers: StepAnswers): Promise<void> {
    if (!this.#isAsking()) return
    this.show({ at: 'opening' })
    let isOpen = false
    try {
      const session = await this.#open(answers, () => (isOpen = true))
      if (session !== null) return await this.#answer(session)
      this.show({ ...this.#asked, error: null })
    } catch (error) {
      this.#fail(error)
    }
    if (isOpen) await this.#task.calls.closeSignatureSession().catch(() => undefined)
  }

  /** @returns null when the person no longer waits for their phone */
  async #open(answers: StepAnswers, onKnown: () => void): Promise<string | null> {
    const { calls, wait } = this.#task
    let id: string | null = null
    const isOpen = await openSignatureSession({
      open: (sessionId) => calls.openSignatureSession(answers, sessionId),
      patience: this.startWaiting(),
      wait,
      onKnown: (sessionId) => {
        id = sessionId
        onKnown()
      },
      onWaiting: () => this.show({ at: 'waiting' }),
    })
    return isOpen ? id : null
  }

  async #answer(sessionId: string): Promise<void> {
    this.show({ at: 'opening' })
    const address = await this.#task.calls.askForCode(sessionId)
    this.show({ at: 'granted' })
    this.#task.onGranted(address)
  }

  #fail(error: unknown): void {
    if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS') this.#task.onPasswordRefused(error)
    if (isOfTheCode(error) || isOfThePin(error)) this.show({ ...this.#asked, error })
    else this.show({ at: 'refused', error })
  }
}
