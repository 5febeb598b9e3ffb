import { ApiError } from '@rubrica/contract'
import { isOfTheCode, isOfThePin } from '../../shared/accounts/provider-errors.ts'
import type { Asked } from '../../shared/proof/proof-fields.tsx'
import type { SigningSteps } from '../../shared/proof/signing-steps.ts'
import type { StepAnswers } from '../../shared/proof/step-answers.ts'

/** Where the person is between the chosen certificate and the answer to the application. */
export type GrantStage =
  | { readonly at: 'sending' | 'opening' | 'waiting' | 'granted' }
  | ({ readonly at: 'asking' } & Asked)
  | { readonly at: 'refused'; readonly error: unknown }

interface OpenedSession {
  readonly SessionId: string
  /** Missing while the person has yet to accept on their phone. */
  readonly ExpiresAt?: string
}

/** The calls to the server. Each throws ApiError or NetworkError. */
export interface GrantCalls {
  readonly sendCode: () => Promise<{ readonly SentTo: string }>
  /** @param sessionId of the call before, while the phone is waited for */
  readonly openSession: (answers: StepAnswers, sessionId: string | undefined) => Promise<OpenedSession>
  readonly closeSession: () => Promise<unknown>
  /** @returns where the application waits for the code */
  readonly askForCode: (sessionId: string) => Promise<string>
}

interface GrantTask {
  readonly steps: Pick<SigningSteps, 'inputs' | 'sendsCode'>
  readonly calls: GrantCalls
  readonly wait: (ms: number) => Promise<void>
  readonly now: () => number
  /** Told where to lead the browser. */
  readonly onGranted: (address: string) => void
  /** Told that the person's own password is not taken (any more). */
  readonly onPasswordRefused: (error: ApiError) => void
}

/** Pause before the phone is asked about again, in milliseconds. */
const PHONE_PAUSE = 2000

/**
 * The way from a certificate to the code that an application is given: a code for the person, a session opened with
 * what they type or accept, the code for the application. What the person typed goes through it and is not kept.
 */
export class Grant {
  readonly #task: GrantTask
  readonly #listeners = new Set<() => void>()
  #stage: GrantStage
  #asked: Extract<GrantStage, { at: 'asking' }>
  #isBegun = false
  #isLeft = false
  #stopWaiting = (): void => undefined

  constructor(task: GrantTask) {
    this.#task = task
    this.#asked = { at: 'asking', inputs: task.steps.inputs, code: null, sending: false, error: null }
    this.#stage = task.steps.sendsCode ? { at: 'sending' } : this.#asked
  }

  readonly stage = (): GrantStage => this.#stage

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #show(stage: GrantStage): void {
    this.#stage = stage
    for (const listener of this.#listeners) listener()
  }

  /** The dialog is there. The first step is taken once, however often the dialog is drawn. */
  enter(): void {
    this.#isLeft = false
    if (this.#isBegun) return
    this.#isBegun = true
    void this.begin()
  }

  /** The dialog is gone: what is still on its way leads nowhere, and no session stays open. */
  leave(): void {
    this.#isLeft = true
    this.#stopWaiting()
  }

  /** Takes the first step; also after something was refused, when everything begins anew. */
  async begin(): Promise<void> {
    if (!this.#task.steps.sendsCode) return this.#show({ ...this.#asked, error: null })
    this.#show({ at: 'sending' })
    try {
      await this.#sendCode()
    } catch (error) {
      this.#show({ at: 'refused', error })
    }
  }

  async #sendCode(): Promise<void> {
    const { SentTo } = await this.#task.calls.sendCode()
    this.#asked = { ...this.#asked, code: { to: SentTo, at: this.#task.now() } }
    this.#show({ ...this.#asked, error: null })
  }

  /** Has another code sent. @returns whether it is on its way */
  async resendCode(): Promise<boolean> {
    if (this.#stage.at !== 'asking' || this.#stage.sending) return false
    this.#show({ ...this.#asked, sending: true })
    try {
      await this.#sendCode()
      return true
    } catch (error) {
      this.#show({ ...this.#asked, error })
      return false
    }
  }

  /** The person no longer waits for their phone. */
  stopWaiting(): void {
    this.#stopWaiting()
  }

  /** Authorises with what was typed. */
  async authorise(answers: StepAnswers): Promise<void> {
    if (this.#stage.at !== 'asking' || this.#stage.sending) return
    this.#show({ at: 'opening' })
    let isOpen = false
    try {
      const session = await this.#open(answers, () => (isOpen = true))
      if (session !== null) return await this.#answer(session)
      this.#show({ ...this.#asked, error: null })
    } catch (error) {
      this.#fail(error)
    }
    if (isOpen) await this.#task.calls.closeSession().catch(() => undefined)
  }

  /** @returns null when the person no longer waits for their phone */
  async #open(answers: StepAnswers, onOpen: () => void): Promise<string | null> {
    const { calls, wait } = this.#task
    let isOver = this.#isLeft
    const stopped = new Promise<void>((resolve) => {
      this.#stopWaiting = () => {
        isOver = true
        resolve()
      }
    })
    let session = await calls.openSession(answers, undefined)
    onOpen()
    while (session.ExpiresAt === undefined && !isOver) {
      this.#show({ at: 'waiting' })
      await Promise.race([wait(PHONE_PAUSE), stopped])
      if (!isOver) session = await calls.openSession(answers, session.SessionId)
    }
    return isOver ? null : session.SessionId
  }

  async #answer(sessionId: string): Promise<void> {
    this.#show({ at: 'opening' })
    const address = await this.#task.calls.askForCode(sessionId)
    this.#show({ at: 'granted' })
    this.#task.onGranted(address)
  }

  #fail(error: unknown): void {
    if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS') this.#task.onPasswordRefused(error)
    if (isOfTheCode(error) || isOfThePin(error)) this.#show({ ...this.#asked, error })
    else this.#show({ at: 'refused', error })
  }
}
