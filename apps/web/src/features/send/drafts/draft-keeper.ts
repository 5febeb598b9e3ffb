/**
 * Saves a draft by itself. The difficult part is what is not known: an answer that was lost may have been a success, so
 * the first saving is repeated under the same key, and a version that is newer than ours is looked at before it is called
 * somebody else's.
 */
import { ApiError, type DraftContent, type SendingDraft } from '@rubrica/contract'
import { fingerprintOf } from './draft-content.ts'

/** After the last change. */
export const SAVE_AFTER_MS = 1500
const RETRY_MS = [2000, 4000, 8000, 16_000, 30_000]

export interface DraftCalls {
  /** @param key the same for each try */
  create(content: DraftContent, key: string): Promise<SendingDraft>
  change(id: string, version: number, content: DraftContent): Promise<SendingDraft>
  read(id: string): Promise<SendingDraft>
}

export interface Timers {
  start(run: () => void, ms: number): unknown
  stop(timer: unknown): void
}

export interface KeptStanding {
  /** `gone`: it was sent or discarded elsewhere; `refused`: the server will not keep it, whatever is tried. */
  readonly kind: 'empty' | 'changed' | 'saving' | 'saved' | 'retrying' | 'conflict' | 'gone' | 'refused' | 'closed'
  readonly id: string | undefined
  /** Of the last change here. */
  readonly changedAt: Date | undefined
  /** What another tab has made of it. */
  readonly theirs: SendingDraft | undefined
  readonly error: unknown
}

interface DraftKeeperOptions {
  readonly calls: DraftCalls
  readonly timers: Timers
  readonly now: () => Date
  /** The draft that is gone on with. */
  readonly opened: SendingDraft | undefined
}

export class DraftKeeper {
  readonly #options: DraftKeeperOptions
  readonly #listeners = new Set<() => void>()
  #standing: KeptStanding
  #version: number
  /** Of what the server has; undefined before there is a draft. */
  #saved: string | undefined
  #wanted: DraftContent | undefined
  /** Content and key of a first saving whose answer is not known. */
  #first: { readonly content: DraftContent; readonly key: string } | undefined
  /** Of a change whose answer is not known. */
  #unanswered: string | undefined
  #running: Promise<void> | undefined
  #timer: unknown
  #tries = 0

  constructor(options: DraftKeeperOptions) {
    this.#options = options
    const { opened } = options
    this.#version = opened?.version ?? 0
    this.#saved = opened && fingerprintOf(opened.content)
    const kind = opened ? 'saved' : 'empty'
    this.#standing = { kind, id: opened?.id, changedAt: undefined, theirs: undefined, error: undefined }
  }

  get standing(): KeptStanding {
    return this.#standing
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @param isEmpty there is nothing in it worth a draft that is not there yet */
  update(content: DraftContent, isEmpty: boolean): void {
    const { kind, id } = this.#standing
    this.#wanted = content
    if (kind === 'closed' || kind === 'conflict' || kind === 'gone') return
    if (isEmpty && id === undefined && !this.#first) return this.#rest('empty')
    if (fingerprintOf(content) === this.#saved) return this.#rest('saved')
    this.#set({ changedAt: this.#options.now(), kind: this.#running ? 'saving' : 'changed' })
    this.#schedule(SAVE_AFTER_MS)
  }

  /** Saves at once what is not saved: the page is hidden, or the network is back. */
  readonly hurry = (): void => {
    if (this.#standing.kind === 'changed' || this.#standing.kind === 'retrying') void this.#save()
  }

  /**
   * Waits until it is saved, where it can be.
   * @returns false when the person has to choose first. @throws when there was no answer
   */
  async settle(): Promise<boolean> {
    await this.#running
    this.hurry()
    await this.#running
    const { kind, error } = this.#standing
    if (kind === 'saving' || kind === 'changed') return this.settle()
    if (kind === 'retrying') throw error
    return kind !== 'conflict' && kind !== 'gone'
  }

  /** Theirs is replaced by what is here. */
  overwrite(): void {
    const { theirs } = this.#standing
    if (!theirs) return
    this.#adopt(theirs)
    this.#set({ kind: 'changed', theirs: undefined })
    void this.#save()
  }

  /** What is here becomes a draft of its own. */
  keepAsNew(): void {
    this.#saved = undefined
    this.#set({ kind: 'changed', id: undefined, theirs: undefined })
    void this.#save()
  }

  /** Nothing is saved any more: it was sent, or another one is opened. */
  close(): void {
    this.#options.timers.stop(this.#timer)
    this.#set({ kind: 'closed' })
  }

  #set(change: Partial<KeptStanding>): void {
    this.#standing = { ...this.#standing, ...change }
    for (const listener of this.#listeners) listener()
  }

  #rest(kind: 'empty' | 'saved'): void {
    if (this.#running) return
    this.#options.timers.stop(this.#timer)
    this.#set({ kind, error: undefined })
  }

  #schedule(ms: number): void {
    this.#options.timers.stop(this.#timer)
    this.#timer = this.#options.timers.start(() => void this.#save(), ms)
  }

  #save(): Promise<void> {
    this.#options.timers.stop(this.#timer)
    const content = this.#wanted
    if (this.#standing.kind === 'closed' || !content) return Promise.resolve()
    // One after another; what was changed meanwhile is saved after it.
    this.#running ??= this.#write(content).finally(() => {
      this.#running = undefined
      this.#goOn()
    })
    return this.#running
  }

  async #write(content: DraftContent): Promise<void> {
    this.#set({ kind: 'saving' })
    try {
      const saved = await this.#call(content)
      this.#adopt(saved)
      this.#tries = 0
      if (this.#standing.kind !== 'closed') this.#set({ kind: 'saved', error: undefined })
    } catch (error) {
      if (this.#standing.kind !== 'closed') await this.#fail(error)
    }
  }

  #call(content: DraftContent): Promise<SendingDraft> {
    const { calls } = this.#options
    const { id } = this.#standing
    if (id === undefined) {
      this.#first ??= { content, key: crypto.randomUUID() }
      return calls.create(this.#first.content, this.#first.key)
    }
    this.#unanswered ??= fingerprintOf(content)
    return calls.change(id, this.#version, content)
  }

  #adopt(saved: SendingDraft): void {
    this.#version = saved.version
    this.#saved = fingerprintOf(saved.content)
    this.#first = undefined
    this.#unanswered = undefined
    this.#set({ id: saved.id })
  }

  async #fail(error: unknown): Promise<void> {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 412) return this.#compare()
    if (status === 404)
      return this.#set(this.#standing.id === undefined ? this.#afresh(error) : { kind: 'gone', error })
    if (mayRetry(status)) return this.#set({ kind: 'retrying', error })
    this.#first = undefined
    this.#set({ kind: 'refused', error })
  }

  /** The draft of a first saving whose answer was lost is gone already: it is kept again. */
  #afresh(error: unknown): Partial<KeptStanding> {
    this.#first = undefined
    return { kind: 'retrying', error }
  }

  /** Our own change, whose answer was lost, is nobody else's. */
  async #compare(): Promise<void> {
    try {
      const theirs = await this.#options.calls.read(this.#standing.id!)
      const print = fingerprintOf(theirs.content)
      const isOurs = print === this.#unanswered || print === fingerprintOf(this.#wanted!)
      if (isOurs) this.#adopt(theirs)
      this.#set(isOurs ? { kind: 'saved' } : { kind: 'conflict', theirs })
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404
      this.#set({ kind: isGone ? 'gone' : 'retrying', error })
    }
  }

  #goOn(): void {
    const { kind } = this.#standing
    if (kind === 'retrying') return this.#schedule(RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)]!)
    if (kind !== 'saved' || fingerprintOf(this.#wanted!) === this.#saved) return
    this.#set({ kind: 'changed' })
    this.#schedule(SAVE_AFTER_MS)
  }
}

/** No answer, a server in trouble, too many calls, a key still in use, or a session that ended and may be opened again. */
const mayRetry = (status: number) => status === 0 || status >= 500 || [401, 408, 409, 429].includes(status)
