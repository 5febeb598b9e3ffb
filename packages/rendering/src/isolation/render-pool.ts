import { createHash } from 'node:crypto'
import { MAX_SIDE } from '../choose-pixel-size.ts'
import { RenderError } from '../render-error.ts'
import { RenderProcess, type RenderJob } from './render-process.ts'
import type { PageImage, PageScale, PageText, RedrawnPicture, RenderResult, RenderTask } from './render-protocol.ts'

const DEFAULT_QUALITY = 80
const DEFAULT_MAX_QUEUE = 512
const MAX_DPI = 2400
const MAX_QUALITY = 100
/** PDFium counts pages in 32-bit integers. */
const MAX_PAGE = 0x7fffffff

/** Sizes of a pool; `maxQueue` is how many pages may wait before RENDER_BUSY. */
export interface RenderPoolOptions {
  readonly processes: number
  readonly memoryMb: number
  readonly timeoutMs: number
  readonly maxQueue?: number
}

/** One page of one document. `key` names the bytes (equal keys, equal bytes); `load` is called only when needed. */
export interface RenderRequest extends PageScale {
  readonly key: string
  readonly load: () => Promise<Uint8Array>
  /** 1-based */
  readonly page: number
  readonly password?: string
  /** JPEG quality, 1 to 100 */
  readonly quality?: number
}

/** A page of a document whose words are wanted. */
export type TextRequest = Pick<RenderRequest, 'key' | 'load' | 'page' | 'password'>
/** A picture that is shown like a page. */
export type PictureRequest = Pick<RenderRequest, 'key' | 'load' | 'width' | 'quality'>
/** A picture that is made anew, no wider than `width` and half as high at most. */
export type RedrawRequest = Pick<RenderRequest, 'key' | 'load'> & { readonly width: number }

/** Reads PDF pages and pictures in child processes. */
export interface RenderPool {
  /**
   * One page as a JPEG, at `width` pixels or at `dpi` (150 when neither is given). Too large a size is scaled down with
   * the proportions kept.
   * @throws RenderError; RangeError when a number of the request makes no sense; whatever `load` throws
   */
  renderPage(request: RenderRequest): Promise<PageImage>
  /**
   * The words of one page, 64 KB of UTF-8 at most.
   * @throws RenderError; whatever `load` throws
   */
  readText(request: TextRequest): Promise<PageText>
  /**
   * A PNG or JPEG as a JPEG on white, turned as its camera says, at most as wide as `width` and as it is.
   * @throws RenderError; RangeError when a number of the request makes no sense; whatever `load` throws
   */
  renderPicture(request: PictureRequest): Promise<PageImage>
  /**
   * A PNG or JPEG made anew from its pixels, in its own format and with its transparency: turned as its camera says,
   * made smaller to fit, and with nothing beside the pixels.
   * @throws RenderError; RangeError when a number of the request makes no sense; whatever `load` throws
   */
  redrawPicture(request: RedrawRequest): Promise<RedrawnPicture>
  /** Rejects what waits and runs with RENDER_CLOSED and ends the processes. */
  close(): Promise<void>
}

/** Makes a pool. Processes start when the first jobs come. */
export function createRenderPool(options: RenderPoolOptions): RenderPool {
  return new ProcessPool(options)
}

interface WaitingJob extends RenderJob {
  readonly resolve: (result: RenderResult) => void
  readonly reject: (error: unknown) => void
}

class ProcessPool implements RenderPool {
  readonly #options: RenderPoolOptions
  readonly #waiting: WaitingJob[] = []
  readonly #processes = new Set<RenderProcess>()
  #lastId = 0
  #closed = false

  constructor(options: RenderPoolOptions) {
    this.#options = options
  }

  async renderPage(request: RenderRequest): Promise<PageImage> {
    return (await this.#do('draw-page', request)) as PageImage
  }

  async readText(request: TextRequest): Promise<PageText> {
    return (await this.#do('read-text', request)) as PageText
  }

  async renderPicture(request: PictureRequest): Promise<PageImage> {
    return (await this.#do('draw-picture', { ...request, page: 1 })) as PageImage
  }

  async redrawPicture(request: RedrawRequest): Promise<RedrawnPicture> {
    return (await this.#do('redraw-picture', { ...request, page: 1 })) as RedrawnPicture
  }

  /** RenderProcess has checked that the answer is what the task asks for. */
  async #do(task: RenderTask, request: RenderRequest): Promise<RenderResult> {
    checkNumbers(request)
    if (this.#closed) throw new RenderError('RENDER_CLOSED')
    if (this.#waiting.length >= (this.#options.maxQueue ?? DEFAULT_MAX_QUEUE)) throw new RenderError('RENDER_BUSY')
    return new Promise<RenderResult>((resolve, reject) => {
      this.#waiting.push({ ...this.#toJob(task, request), resolve, reject })
      this.#startWaiting()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const job of this.#waiting.splice(0)) job.reject(new RenderError('RENDER_CLOSED'))
    await Promise.all([...this.#processes].map((process) => process.stop()))
    this.#processes.clear()
  }

  #toJob(task: RenderTask, request: RenderRequest): RenderJob {
    const { key, load, page, width, dpi, password, quality = DEFAULT_QUALITY } = request
    // A document opened with a password must not answer a request that does not know it.
    const document = `${key}:${password === undefined ? '' : createHash('sha256').update(password).digest('hex')}`
    this.#lastId += 1
    const id = this.#lastId
    return { load, command: { type: 'render', id, task, document, page, width, dpi, password, quality } }
  }

  #startWaiting(): void {
    while (this.#waiting.length > 0) {
      const process = this.#findProcess(this.#waiting[0])
      const job = process === undefined ? undefined : this.#waiting.shift()
      if (process === undefined || job === undefined) return
      void this.#run(process, job)
    }
  }

  /** A free process, best one that has the document open; else a new one, while there may be more. */
  #findProcess(job: WaitingJob | undefined): RenderProcess | undefined {
    const free = [...this.#processes].filter((process) => !process.busy && this.#keepUsable(process))
    const holder = free.find((process) => job !== undefined && process.holds(job.command.document))
    if (holder !== undefined) return holder
    if (free[0] !== undefined) return free[0]
    if (this.#closed || this.#processes.size >= Math.max(1, this.#options.processes)) return undefined
    const process = new RenderProcess(this.#options)
    this.#processes.add(process)
    return process
  }

  async #run(process: RenderProcess, job: WaitingJob): Promise<void> {
    try {
      job.resolve(await process.run(job))
    } catch (error) {
      job.reject(error)
    }
    this.#keepUsable(process)
    this.#startWaiting()
  }

  /** Drops a process that is gone or too large; returns whether it stays. */
  #keepUsable(process: RenderProcess): boolean {
    if (process.usable) return true
    this.#processes.delete(process)
    void process.stop()
    return false
  }
}

/** @throws RangeError, RenderError RENDER_PAGE_OUT_OF_RANGE */
function checkNumbers(request: RenderRequest): void {
  const { page, width, dpi, quality } = request
  if (!Number.isSafeInteger(page) || page < 1 || page > MAX_PAGE) {
    throw new RenderError('RENDER_PAGE_OUT_OF_RANGE', { page })
  }
  checkRange('width', width, MAX_SIDE)
  checkRange('dpi', dpi, MAX_DPI)
  checkRange('quality', quality, MAX_QUALITY)
}

function checkRange(name: string, value: number | undefined, largest: number): void {
  if (value !== undefined && !(value >= 1 && value <= largest)) throw new RangeError(`${name}: 1 to ${largest}`)
}
