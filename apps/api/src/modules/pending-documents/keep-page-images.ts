import type { ReadyPage } from './ports.ts'

/**
 * Pages as they are sent, the least recently used given up first. Bounded in bytes, because a page weighs anything
 * from ten kilobytes to several megabytes. A page that is being drawn is not drawn twice.
 */
export class ReadyPages {
  readonly #pages = new Map<string, ReadyPage>()
  readonly #underWay = new Map<string, Promise<ReadyPage>>()
  readonly #limit: number
  #size = 0

  constructor(limitBytes: number) {
    this.#limit = limitBytes
  }

  async get(key: string, draw: () => Promise<ReadyPage>): Promise<ReadyPage> {
    const page = this.#pages.get(key)
    if (page) {
      this.#pages.delete(key)
      this.#pages.set(key, page)
      return page
    }
    const underWay = this.#underWay.get(key) ?? this.#draw(key, draw)
    return underWay
  }

  #draw(key: string, draw: () => Promise<ReadyPage>): Promise<ReadyPage> {
    const drawing = draw()
      .then((page) => this.#keep(key, page))
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, drawing)
    return drawing
  }

  #keep(key: string, page: ReadyPage): ReadyPage {
    this.#pages.set(key, page)
    this.#size += page.encoded.length
    for (const [oldest, { encoded }] of this.#pages) {
      if (this.#size <= this.#limit || oldest === key) break
      this.#pages.delete(oldest)
      this.#size -= encoded.length
    }
    return page
  }
}
