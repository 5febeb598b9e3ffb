import type { AutofirmaConnection, AutofirmaStage } from '@rubrica/autofirma'
import { mustBeSignedAnew, settlementOf } from './local-failures.ts'
import { StepCount, type LocalStep } from './local-progress.ts'
import type { LocalEnds, LocalStage, LocalTask } from './local-task.ts'
import { CLOSE_DELAY_MS } from './local-times.ts'
import { signOnPc, type SignedOnPc } from './sign-on-pc.ts'
import type { WhereFrom } from '../../../shared/api/look-ups.ts'
import { Stepper } from '../../../shared/steps/stepper.ts'
import { failureScope } from '../run/failure-scope.ts'
import { NOTHING_DONE, runBatch, type BatchOutcome, type BatchProgress } from '../run/run-batch.ts'
import type { ServerRunProgress } from '../run/on-server/server-run.ts'
import { sendAttempt, signUnderKeptKey } from '../run/sign-attempt.ts'

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
  #goesOnAlone = false
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
    if (this.#isFinishing()) this.#isStopped = !this.#isOnServer()
    else this.#drop()
  }

  #stepNow(): LocalStep | undefined {
    const now = this.stage()
    return now.at === 'working' ? now.progress.step : undefined
  }

  #isFinishing(): boolean {
    return this.#stepNow() === 'finishing'
  }

  #isOnServer(): boolean {
    const now = this.stage()
    return now.at === 'working' && now.onServer !== undefined
  }

  #drop(): void {
    this.#abort.abort()
    this.#session?.close()
    this.#session = null
  }

  /** Ends a batch after the documents at work; only while documents are completed. */
  stop(): void {
    this.#isStopped = true
    const now = this.stage()
    if (now.at === 'working') this.show({ ...now, stopping: true })
  }

  /** The person waits no longer for the server, which goes on by itself. */
  letGoOn(): void {
    this.#goesOnAlone = true
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
      await this.#finishAll()
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

  /** By the server alone where there are several; what it could not sign with these values is signed anew here. */
  async #finishAll(): Promise<void> {
    const { values, failed } = this.#signed
    const outcome = values.size > 1 ? await this.#signOnServer() : null
    if (outcome === null) return this.#finish({ signed: [], failed })
    const isOpen = !this.isLeft && this.#session?.isOpen === true
    const toDoAnew = outcome.failed.filter(({ error }) => isOpen && mustBeSignedAnew(error))
    const all = { ...outcome, failed: [...failed, ...outcome.failed.filter((one) => !toDoAnew.includes(one))] }
    if (toDoAnew.length > 0 && outcome.end.why === 'finished') return this.#finish(all)
    this.#settle(all)
  }

  async #signOnServer(): Promise<BatchOutcome | null> {
    const { values } = this.#signed
    this.#at('finishing')
    const before = this.#steps.percent()
    const onProgress = (onServer: ServerRunProgress) => {
      const percent = Math.floor(before + ((100 - before) * onServer.done) / onServer.total)
      const progress = { step: 'finishing', percent, guid: null } as const
      const seen = { needsLook: false, nothingOpened: false, stopping: this.#isStopped }
      this.show({ at: 'working', progress, ...seen, onServer })
    }
    return this.#task.signOnServer(
      { values, whereFrom: await this.#whereFrom() },
      { isStopped: () => this.#isStopped, isLeft: () => this.isLeft || this.#goesOnAlone, onProgress },
    )
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
