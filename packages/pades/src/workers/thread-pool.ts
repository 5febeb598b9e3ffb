/**
 * Runs operations on untrusted PDFs in worker threads that can be lost.
 *
 * A malformed file may take forever or exhaust the heap. Each thread has memory limits and each call a deadline; a
 * thread that passes either is terminated and replaced, and only its own call fails. The deadline stands still while
 * the caller answers a question of the thread.
 *
 * Node's `worker_threads`, resourceLimits.
 */
import type { Worker } from 'node:worker_threads'
import { PdfError } from '@rubrica/pdf'
import { startThread } from '@rubrica/pki'
import { reviveError } from '../pades-error.ts'
import { compact, type FromThread, type Question, type ToThread } from './thread-messages.ts'

export interface ThreadPoolOptions {
  readonly threads: number
  /** Heap of each thread in MiB. */
  readonly memoryMb: number
  /** Milliseconds a call may work. */
  readonly timeoutMs: number
  /** Others come first: where threads have priorities of their own, which is on Linux, these get the lowest. */
  readonly isUnhurried?: boolean
}

/** Answers what an operation asks the calling thread. */
export type Answerers = Readonly<Partial<Record<Question, (subject: unknown) => unknown>>>

interface Job {
  readonly operation: string
  readonly args: readonly unknown[]
  readonly answerers: Answerers
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export class ThreadPool {
  readonly #options: ThreadPoolOptions
  readonly #idle: PadesThread[] = []
  readonly #threads = new Set<PadesThread>()
  readonly #waiting: Job[] = []
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = options
  }

  /** Result of one operation; the answerers are called in this thread when the operation asks. */
  run(operation: string, args: readonly unknown[], answerers: Answerers = {}): Promise<unknown> {
    if (this.#closed) return Promise.reject(closed())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ operation, args, answerers, resolve, reject })
      this.#startNext()
    })
  }

  /** Ends every thread; what was running or waiting fails. */
  async close(): Promise<void> {
    this.#closed = true
    for (const job of this.#waiting.splice(0)) job.reject(closed())
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  #startNext(): void {
    const thread = this.#waiting.length > 0 ? (this.#idle.pop() ?? this.#startThread()) : undefined
    const job = thread && this.#waiting.shift()
    if (thread && job) thread.work(job)
  }

  #startThread(): PadesThread | undefined {
    if (this.#threads.size >= this.#options.threads) return undefined
    const thread = new PadesThread(this.#options, {
      free: () => {
        this.#idle.push(thread)
        this.#startNext()
      },
      lost: () => {
        this.#threads.delete(thread)
        if (this.#idle.includes(thread)) this.#idle.splice(this.#idle.indexOf(thread), 1)
        this.#startNext()
      },
    })
    this.#threads.add(thread)
    return thread
  }
}

interface ThreadEvents {
  readonly free: () => void
  readonly lost: () => void
}

class PadesThread {
  readonly #worker: Worker
  readonly #timeoutMs: number
  readonly #events: ThreadEvents
  #job: Job | null = null
  #timer: NodeJS.Timeout | undefined
  #answerError: unknown = null

  constructor({ memoryMb, timeoutMs, isUnhurried = false }: ThreadPoolOptions, events: ThreadEvents) {
    this.#timeoutMs = timeoutMs
    this.#events = events
    this.#worker = startThread(import.meta.url, './pades-worker.ts', {
      env: {},
      workerData: { isUnhurried },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: Math.ceil(memoryMb / 4) },
    })
    this.#worker.on('message', (message: FromThread) => this.#receive(message))
    this.#worker.on('error', (error) => this.#fail(lossOf(error)))
    this.#worker.on('exit', () => {
      this.#fail(new PdfError('PDF_TOO_COMPLEX', { reason: 'ENDED' }))
      this.#events.lost()
    })
  }

  work(job: Job): void {
    this.#job = job
    this.#answerError = null
    this.#worker.ref()
    this.#startTimer()
    this.#post({ kind: 'run', operation: job.operation, args: job.args.map(compact) })
  }

  /** What it works on fails, and its file is not to blame. */
  async end(): Promise<void> {
    this.#fail(closed())
    await this.#worker.terminate()
  }

  #post(message: ToThread): void {
    try {
      this.#worker.postMessage(message)
    } catch (error) {
      this.#finish((job) => job.reject(error))
    }
  }

  #startTimer(): void {
    this.#timer = setTimeout(() => {
      this.#fail(new PdfError('PDF_TOO_COMPLEX', { reason: 'TIME', timeoutMs: this.#timeoutMs }))
      void this.#worker.terminate()
    }, this.#timeoutMs)
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case 'done':
        return this.#finish((job) => job.resolve(message.value))
      case 'refused':
        return this.#finish((job) => job.reject(reviveError(message.code, message.facts)))
      case 'broken':
        return this.#finish((job) => job.reject(this.#answerError ?? message.error))
      case 'question':
        return void this.#answer(message.about, message.subject)
    }
  }

  async #answer(about: Question, subject: unknown): Promise<void> {
    clearTimeout(this.#timer)
    const job = this.#job
    let answer: unknown = null
    try {
      answer = (await job?.answerers[about]?.(subject)) ?? null
    } catch (error) {
      this.#answerError = error
    }
    // The thread may have been ended meanwhile.
    if (!job || this.#job !== job) return
    this.#startTimer()
    this.#post({ kind: 'answer', answer })
  }

  /** The call is over and the thread can take another. */
  #finish(settle: (job: Job) => void): void {
    const job = this.#job
    if (!job) return
    this.#clear()
    settle(job)
    this.#worker.unref()
    this.#events.free()
  }

  /** The thread is lost, and its call with it. */
  #fail(error: unknown): void {
    const job = this.#job
    this.#clear()
    job?.reject(error)
  }

  #clear(): void {
    clearTimeout(this.#timer)
    this.#job = null
  }
}

const closed = (): Error => new Error('The PDF threads are closed')

function lossOf(error: unknown): unknown {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory ? new PdfError('PDF_TOO_COMPLEX', { reason: 'MEMORY' }) : error
}
