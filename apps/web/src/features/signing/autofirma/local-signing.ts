import type { AutofirmaConnection, AutofirmaStage } from '@rubrica/autofirma'
import { mustBeSignedAnew, settlementOf } from './local-failures.ts'
import { StepCount, type LocalProgress, type LocalStep } from './local-progress.ts'
import { CLOSE_DELAY_MS } from './local-times.ts'
import { signOnPc, type SignedOnPc } from './sign-on-pc.ts'
import type { WhereFrom } from '../../../shared/api/look-ups.ts'
import { Stepper } from '../../../shared/steps/stepper.ts'
import { failureScope } from '../run/failure-scope.ts'
import { NOTHING_DONE, runBatch, type BatchOutcome, type BatchProgress } from '../run/run-batch.ts'
import { sendAttempt, signUnderKeptKey, type AttemptKeys } from '../run/sign-attempt.ts'

/** A signature value on its way into its document. */
export interface LocalCompletion {
  readonly signerGuid: string
  readonly signature: Uint8Array
  readonly whereFrom: WhereFrom
  readonly attemptKey: string
}

/** The calls around a signature that is made on the PC. Each throws ApiError or NetworkError. */
export interface LocalCalls {
  readonly announce: (signerGuid: string, certificate: Uint8Array) => Promise<unknown>
  /** @returns what the application signs */
  readonly prepare: (signerGuid: string) => Promise<Uint8Array>
  readonly complete: (order: LocalCompletion) => Promise<unknown>
}

export interface LocalTask {
  /** What is to be signed, in this order. */
  readonly signerGuids: readonly string[]
  readonly calls: LocalCalls
  /** Starts the application and connects to it. @throws {AutofirmaError} */
  readonly open: (order: {
    readonly signal: AbortSignal
    readonly onStage: (stage: AutofirmaStage) => void
  }) => Promise<AutofirmaConnection>
  readonly wait: (ms: number) => Promise<void>
  readonly keys: AttemptKeys
  /** Where the person is, which says how long the finished bar stays before the end is reported. */
  readonly place: keyof typeof CLOSE_DELAY_MS
  /** Called after each document (signer GUID). */
  readonly onSigned: (signerGuid: string) => void
  /** Called before each document (signer GUID) is completed; with null when it has failed and nothing goes on. */
  readonly onProgress: (progress: BatchProgress, signerGuid: string | null) => void
}

/** Where the person is on the way to signatures of the application on their PC. */
export type LocalStage =
  | { readonly at: 'ready' }
  | {
      readonly at: 'working'
      readonly progress: LocalProgress
      /** A window of the application waits for the person. */
      readonly needsLook: boolean
      /** The application was started, and nothing is seen of it. */
      readonly nothingOpened: boolean
      readonly stopping: boolean
    }
  /** Nothing is signed, and the person can do something about it. */
  | { readonly at: 'failed'; readonly error: unknown }
  /** No answer came for this document; the rest waits. */
  | { readonly at: 'lost'; readonly guid: string; readonly signed: number }
  | { readonly at: 'done' }

export interface LocalEnds {
  /** Once, also when the dialog is gone by then. */
  readonly onEnd: (outcome: BatchOutcome) => void
}

/**
 * Signs documents with one certificate of the person's PC: one choice of the certificate and one operation of the
 * application for all of them. The signer stays pending until the call that completes a signature goes out.
 */
export class LocalSigning extends Stepper<LocalStage, LocalEnds> {
  readonly #task: LocalTask
  #steps: StepCount
  #abort = new AbortController()
  #session: AutofirmaConnection | null = null
  #certificate = new Uint8Array()
  #signed: SignedOnPc = { values: new Map(), failed: [] }
  #lost: BatchProgress | null = null
  #isStopped = false
  #whereFrom: () => Promise<WhereFrom> = () => Promise.resolve({ address: '', place: '' })

  constructor(task: LocalTask) {
    super({ at: 'ready' })
    this.#task = task
    this.#steps = new StepCount(task.signerGuids.length)
  }

  #at(step: LocalStep, guid: string | null = null): void {
    const progress = { step, percent: this.#steps.percent(), guid }
    const seen = { needsLook: false, nothingOpened: false }
    this.show({ at: 'working', progress, ...seen, stopping: this.#isStopped })
  }

  #end(step: LocalStep, guids = this.#task.signerGuids): void {
    this.#steps.end(step, guids)
  }

  /** What the client says about the application. */
  #hear(reported: AutofirmaStage): void {
    const now = this.stage()
    if (now.at !== 'working') return
    const nothingOpened = reported.stage === 'connecting' && reported.nothingOpened
    this.show({ ...now, needsLook: reported.stage === 'waiting-for-window', nothingOpened })
  }

  /** Only what is being completed comes to its end, and what was signed is reported. */
  protected override left(): void {
    // Once everything around it is gone too, so that it is reported where it can be seen.
    if (this.#lost) return queueMicrotask(() => this.endHere())
    if (this.#isFinishing()) this.#isStopped = true
    else this.#drop()
  }

  #stepNow(): LocalStep | undefined {
    const now = this.stage()
    return now.at === 'working' ? now.progress.step : undefined
  }

  #isFinishing(): boolean {
    return this.#stepNow() === 'finishing'
  }

  #drop(): void {
    this.#abort.abort()
    this.#session?.close()
    this.#session = null
  }

  /** Ends a batch after the document at work; only while documents are completed one after another. */
  stop(): void {
    this.#isStopped = true
    const now = this.stage()
    if (now.at === 'working') this.show({ ...now, stopping: true })
  }

  /**
   * Begins, also after a failure.
   * @param whereFrom asked once a signature is there: what is kept with it of where the person is; never rejects
   */
  async start(whereFrom: () => Promise<WhereFrom>): Promise<void> {
    const { at } = this.stage()
    if (at !== 'ready' && at !== 'failed') return
    this.#whereFrom = whereFrom
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.#steps = new StepCount(this.#task.signerGuids.length)
    this.#isStopped = false
    try {
      const session = await this.#connect(signal)
      this.#at('choosing')
      this.#certificate = Uint8Array.from(await session.chooseCertificate(signal))
      this.#end('choosing')
      this.#signed = await this.#signOnPc(session, signal)
      await this.#finish({ signed: [], failed: this.#signed.failed })
    } catch (error) {
      // Nothing is reported to somebody who has gone, or has cancelled here.
      if (!signal.aborted) this.#fail(error)
    }
  }

  /** Starts the application once more, instead of waiting any longer for the one that was started. */
  async startAgain(): Promise<void> {
    if (this.#stepNow() !== 'starting') return
    this.#drop()
    this.show({ at: 'ready' })
    await this.start(this.#whereFrom)
  }

  async #connect(signal: AbortSignal): Promise<AutofirmaConnection> {
    this.#at('starting')
    // An attempt that was given up may still report where it was.
    const onStage = (reported: AutofirmaStage) => void (signal.aborted || this.#hear(reported))
    const session = await this.#task.open({ signal, onStage })
    if (signal.aborted) session.close()
    signal.throwIfAborted()
    this.#session = session
    this.#end('starting')
    return session
  }

  /** Has every document prepared, and all that could be signed in one operation. */
  async #signOnPc(session: AutofirmaConnection, signal: AbortSignal): Promise<SignedOnPc> {
    const failed: { guid: string; error: unknown }[] = []
    const prepared: { id: string; toBeSigned: Uint8Array }[] = []
    for (const guid of this.#task.signerGuids) {
      this.#at('preparing', guid)
      try {
        prepared.push({ id: guid, toBeSigned: await this.#prepare(guid) })
      } catch (error) {
        if (failureScope(error) !== 'document') throw error
        failed.push({ guid, error })
      }
      signal.throwIfAborted()
      this.#end('preparing', [guid])
    }
    this.#at('signing')
    const signed = await signOnPc(session, prepared, signal)
    this.#end('signing')
    return { values: signed.values, failed: [...failed, ...signed.failed] }
  }

  /** Has the certificate checked and every byte fixed; asked again while no answer comes, since nothing is signed. */
  async #prepare(guid: string): Promise<Uint8Array> {
    const { calls, wait } = this.#task
    await sendAttempt('', () => calls.announce(guid, this.#certificate), wait)
    let content = new Uint8Array()
    await sendAttempt('', async () => (content = Uint8Array.from(await calls.prepare(guid))), wait)
    return content
  }

  /** @param resumed the signer (GUID) whose very same attempt goes on after a lost answer */
  async #finish(from: BatchProgress, resumed?: string): Promise<void> {
    this.#end('finishing', [...from.signed, ...from.failed.map(({ guid }) => guid)])
    const sign = async (guid: string) => {
      await this.#complete(guid, guid !== resumed)
      this.#task.onSigned(guid)
      this.#end('finishing', [guid])
    }
    const onTurn = (progress: BatchProgress, guid: string) => {
      this.#task.onProgress(progress, guid)
      this.#at('finishing', guid)
    }
    const guids = [...this.#signed.values.keys()]
    this.#settle(await runBatch(guids, { sign, isStopped: () => this.#isStopped, onTurn }, from))
  }

  async #complete(guid: string, saidAnew: boolean): Promise<void> {
    try {
      await this.#send(guid, saidAnew)
    } catch (error) {
      if (!mustBeSignedAnew(error) || !this.#session?.isOpen) throw error
      // The application keeps to the certificate that was chosen, so that nobody is asked again.
      const toBeSigned = await this.#prepare(guid)
      const { values } = await signOnPc(this.#session, [{ id: guid, toBeSigned }], this.#abort.signal)
      for (const [id, value] of values) this.#signed.values.set(id, value)
      await this.#send(guid, true)
    }
  }

  async #send(guid: string, saidAnew: boolean): Promise<void> {
    const { calls, wait, keys } = this.#task
    const signature = this.#signed.values.get(guid)!
    const whereFrom = await this.#whereFrom()
    const send = (attemptKey: string) => calls.complete({ signerGuid: guid, signature, whereFrom, attemptKey })
    await signUnderKeptKey({ signerGuid: guid, saidAnew, send, wait, keys })
  }

  #settle(outcome: BatchOutcome): void {
    const settlement = settlementOf(outcome, this.#task.signerGuids.length)
    if (settlement.kind === 'failed' && !this.isLeft) return this.#fail(settlement.error)
    if (settlement.kind === 'lost' && !this.isLeft) {
      this.#lost = outcome
      return this.show({ at: 'lost', guid: settlement.guid, signed: outcome.signed.length })
    }
    void this.#reportEnd(outcome, settlement.kind === 'signed')
  }

  /** Goes on where the answer was lost, with the same attempt. */
  async goOn(): Promise<void> {
    const lost = this.#lost
    this.#lost = null
    const now = this.stage()
    if (lost && now.at === 'lost') await this.#finish(lost, now.guid)
  }

  /** Leaves it at what was signed before the answer was lost. */
  endHere(): void {
    const lost = this.#lost
    this.#lost = null
    const now = this.stage()
    if (lost && now.at === 'lost') {
      void this.#reportEnd({ ...lost, end: { why: 'unanswered', guid: now.guid } }, false)
    }
  }

  #fail(error: unknown): void {
    if (this.#isFinishing()) this.#task.onProgress(NOTHING_DONE, null)
    // An application that is started anew asks for the certificate again.
    this.#drop()
    this.show({ at: 'failed', error })
  }

  async #reportEnd(outcome: BatchOutcome, isAllSigned: boolean): Promise<void> {
    this.#drop()
    if (isAllSigned) {
      this.show({ at: 'done' })
      await this.#task.wait(CLOSE_DELAY_MS[this.#task.place])
    }
    this.ends?.onEnd(outcome)
  }
}
