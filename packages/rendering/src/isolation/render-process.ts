import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { FILE_PIPE } from './incoming-file.ts'
import { isRenderErrorCode, RenderError, type RenderErrorCode } from '../render-error.ts'
import {
  MAX_TEXT_BYTES,
  MAX_TEXT_LINES,
  type PageImage,
  type PageText,
  type PoolMessage,
  type ProcessMessage,
  type RedrawnPicture,
  type RenderCommand,
  type RenderResult,
  type RenderTask,
  type TextLine,
} from './render-protocol.ts'
import { startRenderProcess } from './start-render-process.ts'

const MEBIBYTE = 1024 * 1024
const MEMORY_CHECK_MS = 100
const STDERR_TAIL = 2000
/** A file may take this part of a process's memory: what is drawn from it takes as much again. */
const FILE_PART = 1 / 3

/** One page to render; `load` reads the file when the process does not have it yet. */
export interface RenderJob {
  readonly command: RenderCommand
  readonly load: () => Promise<Uint8Array>
}

/** What one render process may take: time per job in milliseconds, resident memory in MiB. */
export interface ProcessLimits {
  readonly timeoutMs: number
  readonly memoryMb: number
}

interface RunningJob extends RenderJob {
  readonly resolve: (result: RenderResult) => void
  readonly reject: (error: unknown) => void
}

/** One child process, watched from outside: it is killed when a job takes too long or too much memory. */
export class RenderProcess {
  readonly #child: ChildProcess
  readonly #files: Writable
  readonly #limits: ProcessLimits
  readonly #exited: Promise<void>
  #running: RunningJob | undefined
  #held: ReadonlySet<string> = new Set()
  #rss = 0
  #ended = false
  #stderr = ''

  constructor(limits: ProcessLimits) {
    this.#limits = limits
    this.#child = startRenderProcess(limits.memoryMb)
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL)
    })
    this.#files = this.#child.stdio[FILE_PIPE] as Writable
    // A process that ends does not read; its exit settles the job.
    this.#files.on('error', () => undefined)
    this.#child.on('message', (message) => this.#receive(message as ProcessMessage))
    this.#exited = new Promise((resolve) => {
      const end = (facts: Record<string, unknown>): void => {
        this.#end('RENDER_CRASHED', facts)
        resolve()
      }
      this.#child.on('exit', (exitCode, signal) => end({ exitCode, signal, stderr: this.#stderr }))
      this.#child.on('error', (error) => end({ reason: error.message }))
    })
  }

  get busy(): boolean {
    return this.#running !== undefined
  }

  /** False once the process is gone, or has taken so much memory that a fresh one is better for the next job. */
  get usable(): boolean {
    return !this.#ended && this.#rss < this.#limits.memoryMb * MEBIBYTE * 0.75
  }

  holds(document: string): boolean {
    return this.#held.has(document)
  }

  /** Does one job; one at a time. Rejects with a RenderError, or with what `load` threw. */
  async run(job: RenderJob): Promise<RenderResult> {
    const deadline = setTimeout(
      () => this.#end('RENDER_TIMEOUT', { ms: this.#limits.timeoutMs }),
      this.#limits.timeoutMs,
    )
    const watch = setInterval(() => this.#checkMemory(), MEMORY_CHECK_MS)
    try {
      return await new Promise<RenderResult>((resolve, reject) => {
        const running = { ...job, resolve, reject }
        this.#running = running
        if (this.#ended) reject(new RenderError('RENDER_CRASHED'))
        else this.#begin(running)
      })
    } finally {
      clearTimeout(deadline)
      clearInterval(watch)
      this.#running = undefined
    }
  }

  /** Kills the process; a running job is rejected. Resolves when the process is gone. */
  async stop(): Promise<void> {
    this.#end('RENDER_CLOSED', {})
    await this.#exited
  }

  /** A file that the process is known not to hold is sent along, which saves a round trip. */
  #begin(job: RunningJob): void {
    const bytesFollow = !this.#held.has(job.command.document)
    this.#send({ ...job.command, bytesFollow })
    if (bytesFollow) void this.#sendFile(job)
  }

  #end(code: RenderErrorCode, facts: Record<string, unknown>): void {
    if (this.#ended) return
    this.#ended = true
    this.#child.kill('SIGKILL')
    this.#running?.reject(new RenderError(code, facts))
  }

  #checkMemory(): void {
    const rss = this.#child.pid === undefined ? undefined : readResidentMemory(this.#child.pid)
    const { memoryMb } = this.#limits
    if (rss !== undefined && rss > memoryMb * MEBIBYTE) this.#end('RENDER_TOO_LARGE', { memoryMb })
  }

  #receive(message: ProcessMessage): void {
    const job = this.#running
    if (message.type === 'ready' || job === undefined || message.id !== job.command.id) return
    if (message.type === 'need') {
      void this.#sendFile(job)
      return
    }
    this.#held = new Set(message.held)
    this.#rss = message.rss
    if (message.type === 'done') {
      this.#settle(job, message.result)
      return
    }
    job.reject(new RenderError(isRenderErrorCode(message.code) ? message.code : 'RENDER_CRASHED', message.facts))
    if (message.ending) this.#end('RENDER_CRASHED', {})
  }

  #settle(job: RunningJob, result: RenderResult): void {
    try {
      job.resolve(checkResult(job.command.task, result))
    } catch (error) {
      job.reject(error)
    }
  }

  async #sendFile(job: RunningJob): Promise<void> {
    try {
      const bytes = await job.load()
      if (bytes.byteLength > this.#limits.memoryMb * MEBIBYTE * FILE_PART) {
        throw new RenderError('RENDER_TOO_LARGE', { bytes: bytes.byteLength })
      }
      if (this.#running !== job) return
      this.#send({ type: 'file', id: job.command.id, length: bytes.byteLength })
      this.#files.write(bytes)
    } catch (error) {
      if (this.#running === job) this.#send({ type: 'drop' })
      job.reject(error)
    }
  }

  #send(message: PoolMessage): void {
    // A failed send means that the process is ending; its exit settles the job.
    this.#child.send(message, () => undefined)
  }
}

/** A render process reads hostile files, so its answer is checked before it goes further. */
function checkResult(task: RenderTask, result: RenderResult): RenderResult {
  if (task === 'read-text') return checkText(result as Partial<PageText>)
  return task === 'redraw-picture' ? checkPicture(result as Partial<RedrawnPicture>) : checkImage(result)
}

function checkImage(result: Partial<PageImage>): PageImage {
  const { jpeg, width, height, pageCount } = result
  if (jpeg instanceof Uint8Array && isSize(width) && isSize(height) && isSize(pageCount)) {
    return { jpeg, width, height, pageCount }
  }
  throw malformed()
}

function checkPicture({ picture, width, height }: Partial<RedrawnPicture>): RedrawnPicture {
  if (picture instanceof Uint8Array && isSize(width) && isSize(height)) return { picture, width, height }
  throw malformed()
}

function checkText({ text, lines, pageCount }: Partial<PageText>): PageText {
  const isSound = typeof text === 'string' && text.length <= MAX_TEXT_BYTES && isSize(pageCount)
  if (isSound && areLines(lines)) return { text, lines, pageCount }
  throw malformed()
}

function areLines(lines: unknown): lines is readonly TextLine[] {
  if (!Array.isArray(lines) || lines.length > MAX_TEXT_LINES) return false
  const isLine = ({ text, left, top, width, height }: Partial<TextLine>) =>
    typeof text === 'string' && [left, top, width, height].every(Number.isFinite)
  const sum = (lines as Partial<TextLine>[]).reduce((length, line) => length + (line.text?.length ?? 0), 0)
  return sum <= 2 * MAX_TEXT_BYTES && (lines as Partial<TextLine>[]).every(isLine)
}

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
const malformed = () => new RenderError('RENDER_CRASHED', { reason: 'malformed answer' })

/** The kernel counts /proc/<pid>/statm in pages; Node gives no way to ask for their size, and 4 KiB is the smallest. */
const PAGE_BYTES = 4096

/** Resident memory of a process in bytes, or undefined where there is no /proc or the process has ended. */
function readResidentMemory(pid: number): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
    return Number.isFinite(pages) ? pages * PAGE_BYTES : undefined
  } catch {
    return undefined
  }
}
