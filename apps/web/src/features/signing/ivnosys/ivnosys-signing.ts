import { ApiError } from '@rubrica/contract'
import type { Errand } from '../../../shared/session/errand.ts'
import { PHONE_PAUSE } from '../../../shared/steps/open-signature-session.ts'
import { Stepper } from '../../../shared/steps/stepper.ts'
import { sendAttempt } from '../run/sign-attempt.ts'
import type { Begun, IvnosysCalls } from './ivnosys-calls.ts'

/** Where the person is on the way to a signature with Ivnosys. */
export type IvnosysStage =
  /** Ivnosys is not asked before the person says so: it asks them at once, on its page or on their phone. */
  | { readonly at: 'confirming' }
  | { readonly at: 'beginning' | 'asking' | 'phone' | 'leaving' }
  | { readonly at: 'working'; readonly done: boolean }

/** Where the browser goes, and what of it has to be remembered. */
export interface Departure extends Pick<Errand, 'kind' | 'transactionId' | 'attemptKey'> {
  readonly address: string
  /** What the way back brings, and nobody else knows. */
  readonly secret: string
}

export interface IvnosysTask {
  readonly calls: IvnosysCalls
  /** The person says first that Ivnosys may ask them. */
  readonly confirms?: boolean
  /** The browser has come back for this. */
  readonly back?: Pick<Errand, 'kind' | 'transactionId' | 'attemptKey'> & { readonly token: string | null }
  readonly wait: (ms: number) => Promise<void>
  /**
   * Leads the browser away; it does not come back to this page.
   * @param isWanted asked again at the last moment: the person may have closed the dialog meanwhile
   */
  readonly depart: (departure: Departure, isWanted: () => boolean) => Promise<void>
}

/** Where it reports how it ends. */
export interface IvnosysEnds {
  readonly onSigned: () => void
  /** It does not go on, whatever the reason. */
  readonly onFailed: (error: unknown) => void
}

/** The account is no longer authorised at Ivnosys: the person logs in there first. */
const mustLogIn = (error: unknown) => error instanceof ApiError && error.code === 'PROVIDER_NOT_AUTHORISED'

/** The way from a certificate of Ivnosys to the signature of one document. A PIN goes through it and is not kept. */
export class IvnosysSigning extends Stepper<IvnosysStage, IvnosysEnds> {
  readonly #task: IvnosysTask
  readonly #attemptKey: string
  #transactionId: string | null
  /** A call is under way that may make the signature: how it ends is reported, whether the dialog is there or not. */
  #isCompleting = false

  constructor(task: IvnosysTask) {
    super({ at: task.confirms ? 'confirming' : 'beginning' })
    this.#task = task
    this.#attemptKey = task.back?.attemptKey ?? crypto.randomUUID()
    this.#transactionId = task.back?.transactionId ?? null
  }

  protected override first(): void {
    if (this.stage().at === 'beginning') void this.#begin()
  }

  /** The person has said that Ivnosys may ask them. */
  async confirm(): Promise<void> {
    if (this.stage().at === 'confirming') await this.#begin()
  }

  /** Asks Ivnosys for the signature, or goes on with the one for which the browser has come back. */
  async #begin(): Promise<void> {
    await this.#attempt(() => (this.#task.back?.kind === 'sign' ? this.#complete() : this.#init()))
  }

  /** The person has entered the PIN of their certificate. */
  async enterPin(pin: string): Promise<void> {
    if (this.stage().at === 'asking') await this.#attempt(() => this.#complete(pin))
  }

  async #attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (!this.isLeft || this.#isCompleting) this.ends?.onFailed(error)
    } finally {
      this.#isCompleting = false
    }
  }

  async #init(): Promise<void> {
    this.show({ at: 'beginning' })
    const { back, calls } = this.#task
    const cameBack = back ? { token: back.token, transactionId: back.transactionId } : null
    try {
      await this.#follow(await this.#send(crypto.randomUUID(), (key) => calls.init(key, cameBack)))
    } catch (error) {
      if (back || !mustLogIn(error)) throw error
      await this.#logIn()
    }
  }

  async #logIn(): Promise<void> {
    const { RedirectUrl: address, Token: secret } = await this.#task.calls.logIn()
    await this.#depart({ kind: 'login', transactionId: null, address, secret })
  }

  async #follow({ AuthType, RedirectUrl, TransactionId }: Begun): Promise<void> {
    this.#transactionId = TransactionId
    if (this.isLeft) return
    if (RedirectUrl !== undefined) {
      const transaction = { transactionId: TransactionId, secret: TransactionId }
      return this.#depart({ kind: 'sign', address: RedirectUrl, ...transaction })
    }
    if (AuthType === 'PIN') return this.show({ at: 'asking' })
    await this.#complete()
  }

  async #depart(to: Omit<Departure, 'attemptKey'>): Promise<void> {
    if (this.isLeft) return
    this.show({ at: 'leaving' })
    await this.#task.depart({ ...to, attemptKey: this.#attemptKey }, () => !this.isLeft)
  }

  /** Completes the signature as soon as the person has authorised it. */
  async #complete(pin?: string): Promise<void> {
    const { calls, wait } = this.#task
    const transactionId = this.#transactionId ?? ''
    this.show({ at: 'working', done: false })
    for (;;) {
      this.#isCompleting = true
      const waiting = await this.#send(this.#attemptKey, (key) => calls.complete({ transactionId, key, pin }))
      this.#isCompleting = waiting === null
      if (waiting === null) break
      if (this.isLeft) return
      if (waiting.AuthType === 'PIN') return this.show({ at: 'asking' })
      this.show({ at: 'phone' })
      await Promise.race([wait(PHONE_PAUSE), this.startWaiting().over])
      if (this.isLeft) return
    }
    this.show({ at: 'working', done: true })
    this.ends?.onSigned()
  }

  /** Sends a call until it has an answer, under one key. */
  async #send<T>(key: string, call: (key: string) => Promise<T>): Promise<T> {
    let answer: { readonly is: T } | undefined
    await sendAttempt(key, async (sent) => (answer = { is: await call(sent) }), this.#task.wait)
    return answer!.is
  }
}
