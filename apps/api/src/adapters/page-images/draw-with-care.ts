/**
 * Keeps one person's hostile document from taking the render processes away from everybody else.
 *
 * A document has one page drawn at a time. A page that failed is not drawn again for a while. A document that used up
 * a process's time or memory is suspect for a while, and all suspects together get one process.
 */
import { RenderError, type RenderErrorCode, type RenderPool } from '@rubrica/rendering'

type PageDrawer = Pick<RenderPool, 'renderPage' | 'renderPicture' | 'redrawPicture' | 'readText'>

/**
 * Which page of which bytes is at work, and what for: words that cannot be read do not keep a page from being drawn.
 */
interface PageName {
  readonly key: string
  readonly page: number
  readonly task: 'draw' | 'read'
}

const REMEMBERED = 10_000
const FORGET_AFTER_MS = 5 * 60_000

/** The page itself brought these about. */
const OWN_FAULTS: ReadonlySet<RenderErrorCode> = new Set(['RENDER_DAMAGED', 'RENDER_PASSWORD'])
/** And these took a process down. */
const COSTLY_FAULTS: ReadonlySet<RenderErrorCode> = new Set(['RENDER_TIMEOUT', 'RENDER_TOO_LARGE', 'RENDER_CRASHED'])

/** @param now milliseconds; replaced by tests */
export function drawWithCare(pool: PageDrawer, now: () => number = Date.now): PageDrawer {
  const drawer = new CarefulDrawer(now)
  return {
    renderPage: (request) => drawer.work(nameFor(request, 'draw'), () => pool.renderPage(request)),
    renderPicture: (request) =>
      drawer.work(nameFor({ ...request, page: 1 }, 'draw'), () => pool.renderPicture(request)),
    redrawPicture: (request) =>
      drawer.work(nameFor({ ...request, page: 1 }, 'draw'), () => pool.redrawPicture(request)),
    readText: (request) => drawer.work(nameFor(request, 'read'), () => pool.readText(request)),
  }
}

const nameFor = ({ key, page }: Omit<PageName, 'task'>, task: PageName['task']): PageName => ({ key, page, task })

class CarefulDrawer {
  readonly #failures: ShortMemory<RenderError>
  readonly #suspects: ShortMemory<true>
  /** The last turn of each document that is being drawn; never rejects. */
  readonly #turns = new Map<string, Promise<unknown>>()
  #isDrawingSuspect = false

  constructor(now: () => number) {
    this.#failures = new ShortMemory(now)
    this.#suspects = new ShortMemory(now)
  }

  async work<T>(name: PageName, draw: () => Promise<T>): Promise<T> {
    this.#refuseKnownFailure(name)
    const { key } = name
    const drawing = (this.#turns.get(key) ?? Promise.resolve()).then(() => this.#takeTurn(name, draw))
    const turn = drawing.then(
      () => undefined,
      () => undefined,
    )
    this.#turns.set(key, turn)
    try {
      return await drawing
    } finally {
      if (this.#turns.get(key) === turn) this.#turns.delete(key)
    }
  }

  async #takeTurn<T>(name: PageName, draw: () => Promise<T>): Promise<T> {
    this.#refuseKnownFailure(name)
    if (!this.#suspects.get(name.key)) return this.#draw(name, draw)
    if (this.#isDrawingSuspect) throw new RenderError('RENDER_BUSY')
    this.#isDrawingSuspect = true
    try {
      return await this.#draw(name, draw)
    } finally {
      this.#isDrawingSuspect = false
    }
  }

  async #draw<T>(name: PageName, draw: () => Promise<T>): Promise<T> {
    try {
      return await draw()
    } catch (error) {
      if (error instanceof RenderError) this.#remember(name, error)
      throw error
    }
  }

  #remember(name: PageName, error: RenderError): void {
    const isCostly = COSTLY_FAULTS.has(error.code)
    if (isCostly) this.#suspects.set(name.key, true)
    if (isCostly || OWN_FAULTS.has(error.code)) this.#failures.set(nameOf(name), error)
  }

  #refuseKnownFailure(name: PageName): void {
    const known = this.#failures.get(nameOf(name))
    if (known) throw known
  }
}

/** Of any size: what one width costs, the next one would cost too. */
const nameOf = ({ key, page, task }: PageName) => `${key}:${page}:${task}`

/** A map that forgets: after a time, and the oldest when there is too much. */
class ShortMemory<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly until: number }>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  get(name: string): T | undefined {
    const entry = this.#entries.get(name)
    if (entry && entry.until <= this.#now()) this.#entries.delete(name)
    else return entry?.value
    return undefined
  }

  set(name: string, value: T): void {
    this.#entries.delete(name)
    this.#entries.set(name, { value, until: this.#now() + FORGET_AFTER_MS })
    if (this.#entries.size <= REMEMBERED) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      break
    }
  }
}
