import { endsSession, isOfThePin } from '../../../shared/accounts/provider-errors.ts'
import type { AuthorisationCalls, Authenticator, FactorStep } from './authorisation-calls.ts'
import { fixDocuments, type FixedDocuments } from './fixed-documents.ts'
import type { Asked } from '../../../shared/proof/proof-fields.tsx'
import type { StepAnswers } from '../../../shared/proof/step-answers.ts'
import type { SigningSteps } from '../../../shared/proof/signing-steps.ts'
import { openSignatureSession } from '../../../shared/steps/open-signature-session.ts'
import { Stepper, type Patience } from '../../../shared/steps/stepper.ts'
import { isAskedAgain, mustBeginAgain } from '../run/failure-scope.ts'

/** What is being prepared. */
export type Preparing = 'documents' | 'code' | 'factor'

/** Where the person is between the choice of the certificate and the first signature. */
export type AuthorisationStage =
  | { readonly at: 'preparing'; readonly what: Preparing }
  | { readonly at: 'authenticators'; readonly authenticators: readonly Authenticator[] }
  | { readonly at: 'challenge'; readonly hint: string; readonly busy: boolean; readonly error: unknown }
  | ({ readonly at: 'asking' } & Asked)
  /** It does not go on; `what` was being prepared, or null when it was the signature itself. */
  | { readonly at: 'refused'; readonly what: Preparing | null; readonly error: unknown }
  | { readonly at: 'opening' | 'waiting' | 'open' }

/** How it ended to authorise with what was typed; `again` when the dialog asks once more, and says why. */
export type Opening =
  { readonly kind: 'open' } | { readonly kind: 'again' } | { readonly kind: 'failed'; readonly error: unknown }

export interface AuthorisationTask {
  readonly steps: SigningSteps
  /** What is to be signed. */
  readonly signerGuids: readonly string[]
  readonly calls: AuthorisationCalls
  readonly wait: (ms: number) => Promise<void>
  readonly now: () => number
  /** The challenge was refused in a way that stands for the end of the portal's session (spec §8). */
  readonly onSessionExpired: () => void
}

export interface AuthorisationEnds {
  /** Not one of the documents could be fixed: nothing has to be asked for. */
  readonly onNothingFixed: (authorisation: Authorisation) => void
}

/**
 * What comes between a certificate and its signatures: a second factor, fixed documents, a code, a signature session,
 * in this order and each only where the certificate's steps name it. What the person typed goes through it and is not
 * kept.
 */
export class Authorisation extends Stepper<AuthorisationStage, AuthorisationEnds> {
  readonly steps: SigningSteps
  readonly #task: AuthorisationTask
  #fixed: FixedDocuments
  #sessionId: string | undefined
  #isOpen = false
  #isInUse = false
  /** The asking stage that is come back to. */
  #asked: Extract<AuthorisationStage, { at: 'asking' }>

  constructor(task: AuthorisationTask) {
    const { secondFactor, sendsCode } = task.steps
    const asked = askingFor(task.steps)
    super(secondFactor ? preparing('factor') : sendsCode ? preparing('documents') : asked)
    this.#task = task
    this.steps = task.steps
    this.#asked = asked
    this.#fixed = fixDocuments(task.signerGuids, task.calls.fix)
  }

  protected override first(): void {
    void this.begin()
  }

  /** Nothing stays open behind the dialog, once the document at work is done. */
  protected override left(): void {
    if (!this.#isInUse) void this.close()
  }

  /** Signs, as long as which the signature session is not closed. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#isInUse = true
    try {
      return await work()
    } finally {
      this.#isInUse = false
      if (this.isLeft) await this.close()
    }
  }

  /** Takes the first step; also after something was refused, when everything begins anew. */
  async begin(): Promise<void> {
    this.#asked = askingFor(this.steps)
    this.#fixed = fixDocuments(this.#task.signerGuids, this.#task.calls.fix)
    if (!this.steps.secondFactor) return this.#prepare()
    await this.#ask(async () => this.#followFactor(await this.#task.calls.beginFactor()))
  }

  /** The person has chosen how to prove who they are. */
  async choose(authenticator: string): Promise<void> {
    await this.#ask(() => this.#challenge(authenticator))
  }

  async #ask(step: () => Promise<void>): Promise<void> {
    this.show(preparing('factor'))
    try {
      await step()
    } catch (error) {
      this.show({ at: 'refused', what: 'factor', error })
    }
  }

  /** A single authenticator is taken by itself; without an answer, nothing has to be proved. */
  async #followFactor(answer: FactorStep): Promise<void> {
    if (answer === null) return this.#prepare()
    const { Authenticators: authenticators = [], Hint } = answer
    const [only, another] = authenticators
    if (another) return this.show({ at: 'authenticators', authenticators })
    if (only && !this.isLeft) return this.#challenge(only.Id)
    this.show(challengeOf(Hint))
  }

  async #challenge(authenticator: string): Promise<void> {
    const answer = await this.#task.calls.chooseFactor(authenticator)
    this.show(challengeOf(answer?.Hint))
  }

  /** Answers the challenge of the second factor. */
  async answer(challenge: string): Promise<void> {
    const asked = this.stage()
    if (asked.at !== 'challenge') return
    this.show({ ...asked, busy: true, error: null })
    let next: FactorStep
    try {
      next = await this.#task.calls.answerFactor(challenge)
    } catch (error) {
      if (endsSession(error)) this.#task.onSessionExpired()
      return this.show({ ...asked, busy: false, error })
    }
    await this.#ask(() => this.#followFactor(next))
  }

  /** Fixes the documents and has a code sent, where the person authorises these documents with one. */
  async #prepare(): Promise<void> {
    if (!this.steps.sendsCode) return this.show(this.#asked)
    let what: Preparing = 'documents'
    try {
      this.show(preparing(what))
      const { signerGuids } = await this.#fixed.signable()
      // Nobody waits for a code any more, or for what there would be to say.
      if (this.isLeft) return
      if (signerGuids.length === 0) return this.ends?.onNothingFixed(this)
      what = 'code'
      this.show(preparing(what))
      await this.#sendCode()
      this.show({ ...this.#asked, error: null })
    } catch (error) {
      this.show({ at: 'refused', what, error })
    }
  }

  async #sendCode(): Promise<void> {
    const { batchId, signerGuids } = await this.#fixed.signable()
    const { Qualified, SentTo } = await this.#task.calls.sendCode({ uses: signerGuids.length, batchId })
    const { inputs } = this.steps
    this.#asked = {
      ...this.#asked,
      inputs: Qualified && !inputs.includes('pin') ? [...inputs, 'pin'] : inputs,
      code: { to: SentTo, at: this.#task.now() },
    }
  }

  /** Has another code sent for the same documents. The earlier one signs nothing meanwhile. */
  async resendCode(): Promise<void> {
    if (this.#isSending()) return
    this.show({ ...this.#asked, sending: true })
    try {
      await this.#sendCode()
      this.show({ ...this.#asked, error: null })
    } catch (error) {
      this.show(mustBeginAgain(error) ? { at: 'refused', what: 'code', error } : { ...this.#asked, error })
    }
  }

  #isSending(): boolean {
    const stage = this.stage()
    return stage.at === 'asking' && stage.sending
  }

  /** Authorises the documents with what was typed, as far as that comes before the first signature. */
  async open(answers: StepAnswers): Promise<Opening> {
    if (this.#isOpen) return { kind: 'open' }
    if (!this.steps.fixesDocuments) return this.#opened()
    const patience = this.startWaiting()
    this.show({ at: 'opening' })
    try {
      const { batchId, signerGuids } = await this.#fixed.signable()
      if (this.steps.signatureSession === undefined || signerGuids.length === 0) return this.#opened()
      const isOpen = await this.#openSignatureSession(answers, batchId, patience)
      return isOpen ? this.#opened() : this.#askAgain(null)
    } catch (error) {
      await this.close()
      return isAskedAgain(error) ? this.#askAgain(error) : { kind: 'failed', error }
    }
  }

  /** @returns false when the person no longer waits for their phone */
  async #openSignatureSession(answers: StepAnswers, batchId: string | undefined, patience: Patience): Promise<boolean> {
    const { calls, wait } = this.#task
    const isOpen = await openSignatureSession({
      open: (sessionId) => calls.openSignatureSession({ answers, batchId, sessionId }),
      patience,
      wait,
      onKnown: (sessionId) => (this.#sessionId = sessionId),
      onWaiting: () => this.show({ at: 'waiting' }),
    })
    if (!isOpen) await this.close()
    return isOpen
  }

  #opened(): Opening {
    this.#isOpen = true
    this.show({ at: 'open' })
    return { kind: 'open' }
  }

  #askAgain(error: unknown): Opening {
    this.show({ ...this.#asked, error })
    return { kind: 'again' }
  }

  /**
   * What goes along with the sign call of a document.
   * @throws {ApiError} that this document could not be fixed
   */
  async authorisedFor(signerGuid: string): Promise<{ batchId?: string; sessionId?: string }> {
    const several = this.#task.signerGuids.length > 1
    const batchId = several || this.steps.fixesDocuments ? await this.#fixed.batchOf(signerGuid) : undefined
    return {
      ...(batchId !== undefined && { batchId }),
      ...(this.#sessionId !== undefined && { sessionId: this.#sessionId }),
    }
  }

  /** The signature session that is open for the documents, if the certificate has one. */
  sessionId(): string | undefined {
    return this.#sessionId
  }

  /** The server goes on with the signature session, and closes it. */
  handOver(): void {
    this.#sessionId = undefined
    this.#isOpen = false
  }

  /**
   * The signature did not succeed: asks once more, or says that everything has to begin anew. After a wrong PIN the
   * signature session that a code has opened stays, and the PIN alone is asked for.
   */
  async fail(error: unknown): Promise<void> {
    const hasSession = this.#sessionId !== undefined
    if (hasSession && isOfThePin(error)) {
      return this.show({ ...this.#asked, inputs: ['pin'], code: null, error })
    }
    // Nothing can be typed where no code was sent, as for documents that could not be fixed.
    const hasNoCode = this.steps.sendsCode && this.#asked.code === null
    if (hasSession || hasNoCode || mustBeginAgain(error)) this.show({ at: 'refused', what: null, error })
    else this.#askAgain(error)
    await this.close()
  }

  /**
   * Closes the signature session, for whatever reason it is over. A provider that does not hear of it lets it run out.
   */
  async close(): Promise<void> {
    const had = this.#sessionId !== undefined
    this.#sessionId = undefined
    this.#isOpen = false
    if (had) await this.#task.calls.closeSignatureSession().catch(() => undefined)
  }
}

const askingFor = ({ inputs }: SigningSteps) =>
  ({ at: 'asking', inputs, code: null, sending: false, error: null }) as const
const challengeOf = (hint = ''): AuthorisationStage => ({ at: 'challenge', hint, busy: false, error: null })
const preparing = (what: Preparing): AuthorisationStage => ({ at: 'preparing', what })
