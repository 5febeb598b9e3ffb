import { ApiError } from '@rubrica/contract'
import { countIn, progressOf, type RunProgress, type SigningRun } from '../../../../shared/signing-runs/signing-run.ts'
import { isUnanswered } from '../sign-attempt.ts'

export interface LeftItem {
  readonly SignerGUID: string
  readonly State: string
  readonly Code: string | null
}

/** What the person typed, and opened with it. */
export interface TypedForRun {
  readonly pin?: string | undefined
  readonly code?: string | undefined
  readonly sessionId?: string | undefined
}

export interface ServerRunCalls {
  readonly begin: (key: string) => Promise<SigningRun>
  readonly show: (runGuid: string) => Promise<SigningRun>
  readonly authorise: (runGuid: string, typed: TypedForRun) => Promise<SigningRun>
  readonly stop: (runGuid: string) => Promise<SigningRun>
  /** The documents that were not signed. */
  readonly left: (runGuid: string) => Promise<readonly LeftItem[]>
  /** The dialog tells how it ended. */
  readonly told: (runGuid: string) => void
  /** The dialog shows it no longer. */
  readonly handOver: (runGuid: string) => void
}

export interface ServerRunProgress extends RunProgress {
  /** The last question had no answer. */
  readonly isLost: boolean
}

export interface ServerRunWatch {
  /** The person has pressed Stop. */
  readonly isStopped: () => boolean
  /** Nobody looks any more: the dialog is gone, or the person has it go on by itself. */
  readonly isLeft: () => boolean
  readonly onProgress: (progress: ServerRunProgress) => void
}

export interface ServerRunEnd {
  /** `left`: the server goes on by itself. */
  readonly how: 'done' | 'stopped' | 'left'
  /** Why the server has stopped it. */
  readonly code: string | null
  readonly unsigned: readonly LeftItem[]
}

/** Pauses between two looks, in milliseconds: short at first, for runs of few documents. */
const PAUSES = [40, 60, 100, 150, 250, 400]
const LONGEST_PAUSE = 700
/** A PIN is sent once more where no answer came and the server does not go on, and no third time. */
const MOST_SENDINGS = 2

const LEFT: ServerRunEnd = { how: 'left', code: null, unsigned: [] }

/** One run of the server, begun once however often another PIN is typed for it. */
export class ServerRun {
  readonly #calls: ServerRunCalls
  readonly #wait: (ms: number) => Promise<void>
  #isFollowed = false
  /** How often this PIN was sent since the server last went on. */
  #sendings = 0
  readonly #key = crypto.randomUUID()
  #latest: SigningRun | undefined

  constructor(calls: ServerRunCalls, wait: (ms: number) => Promise<void>) {
    this.#calls = calls
    this.#wait = wait
  }

  /**
   * Follows the run to its end, and authorises it whenever it waits for that. Where no answer comes it asks again: what
   * was authorised goes on without this page.
   * @throws {ApiError} what the server refuses: the PIN, for example, after which this may be called again
   */
  async follow(typed: TypedForRun, watch: ServerRunWatch): Promise<ServerRunEnd> {
    this.#isFollowed = true
    try {
      return await this.#follow(typed, watch)
    } finally {
      this.#isFollowed = false
    }
  }

  async #follow(typed: TypedForRun, watch: ServerRunWatch): Promise<ServerRunEnd> {
    this.#sendings = 0
    for (let look = 0; ; look++) {
      const before = this.#latest
      try {
        this.#latest = await this.#step(typed, watch)
        if (this.#latest.State === 'finishing') this.#sendings = 0
        watch.onProgress({ ...progressOf(this.#latest), isLost: false })
      } catch (error) {
        if (before?.State === 'finishing' && !isUnanswered(error)) return this.#leave(before)
        if (!isUnanswered(error) || this.#sendings >= MOST_SENDINGS) throw error
        if (before) watch.onProgress({ ...progressOf(before), isLost: true })
      }
      const end = await this.#endOf(watch)
      if (end) return end
      await this.#wait(PAUSES[look] ?? LONGEST_PAUSE)
    }
  }

  async #step(typed: TypedForRun, watch: ServerRunWatch): Promise<SigningRun> {
    const known = this.#latest
    if (!known) return this.#calls.begin(this.#key)
    if (watch.isStopped() && known.EndedAt === null) return this.#stopped(known.RunGUID)
    if (known.State !== 'needs-person') return this.#calls.show(known.RunGUID)
    // Where it has been sent and no answer came, the server is asked first how far it is.
    const now = await this.#calls.show(known.RunGUID)
    if (now.State !== 'needs-person' || watch.isLeft()) return now
    this.#sendings += 1
    // Where another page was faster, the run is looked at.
    return this.#calls.authorise(known.RunGUID, typed).catch(this.#showInsteadOf('RUN_NOT_WAITING', known.RunGUID))
  }

  #showInsteadOf(code: string, runGuid: string): (error: unknown) => Promise<SigningRun> {
    return (error) => {
      if (error instanceof ApiError && error.code === code) return this.#calls.show(runGuid)
      throw error
    }
  }

  /** What has ended by itself meanwhile is no error. */
  async #stopped(runGuid: string): Promise<SigningRun> {
    return this.#calls.stop(runGuid).catch(this.#showInsteadOf('RUN_OVER', runGuid))
  }

  async #endOf({ isLeft }: ServerRunWatch): Promise<ServerRunEnd | undefined> {
    const run = this.#latest
    if (run?.EndedAt) {
      const unsigned = await this.#unsignedOf(run)
      this.#calls.told(run.RunGUID)
      return { how: run.State === 'done' ? 'done' : 'stopped', code: run.Code, unsigned }
    }
    if (!isLeft()) return undefined
    if (run?.State === 'finishing') return this.#leave(run)
    await this.#stopUnauthorised()
    return LEFT
  }

  #leave({ RunGUID }: SigningRun): ServerRunEnd {
    this.#calls.handOver(RunGUID)
    return LEFT
  }

  /**
   * Waits until everything is prepared that can be.
   * @returns the run, with what cannot be signed
   */
  async prepare(): Promise<{ readonly runGuid: string; readonly unsigned: readonly LeftItem[] }> {
    this.#latest ??= await this.#calls.begin(this.#key)
    for (let look = 0; this.#latest.State === 'preparing'; look++) {
      await this.#wait(PAUSES[look] ?? LONGEST_PAUSE)
      this.#latest = await this.#calls.show(this.#latest.RunGUID)
    }
    const run = this.#latest
    return { runGuid: run.RunGUID, unsigned: await this.#unsignedOf(run) }
  }

  async #unsignedOf(run: SigningRun): Promise<readonly LeftItem[]> {
    return countIn(run, 'failed', 'discarded') === 0 ? [] : this.#calls.left(run.RunGUID)
  }

  /** After an error that ends it: what is signed stays signed, and the rest is let go. */
  async abandon(): Promise<ServerRunEnd> {
    const known = this.#latest
    if (!known) return { how: 'stopped', code: null, unsigned: [] }
    try {
      return await this.#abandon(known)
    } finally {
      this.#calls.handOver(known.RunGUID)
    }
  }

  async #abandon(known: SigningRun): Promise<ServerRunEnd> {
    let run = known.EndedAt === null ? await this.#stopped(known.RunGUID) : known
    for (let look = 0; run.EndedAt === null; look++) {
      await this.#wait(PAUSES[look] ?? LONGEST_PAUSE)
      run = await this.#calls.show(run.RunGUID)
    }
    this.#latest = run
    const unsigned = await this.#unsignedOf(run)
    this.#calls.told(run.RunGUID)
    return { how: 'stopped', code: null, unsigned }
  }

  /** Nobody types a PIN for it any more: without one it would wait for a day. */
  async giveUp(): Promise<void> {
    if (!this.#isFollowed) await this.#stopUnauthorised()
  }

  async #stopUnauthorised(): Promise<void> {
    const run = this.#latest
    this.#latest = undefined
    if (!run) return
    if (run.EndedAt === null) await this.#calls.stop(run.RunGUID).catch(() => undefined)
    this.#calls.handOver(run.RunGUID)
  }
}
