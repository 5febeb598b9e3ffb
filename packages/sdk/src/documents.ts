import type { ClientOf } from '@rubrica/contract'
import { pollPause } from './wait.ts'
import type { ProgramCalls } from './program-calls.ts'

type Calls = ClientOf<ProgramCalls>
export type SentItem = Awaited<ReturnType<Calls['sentDocuments']>>['data'][number]
export type SentEvent = Awaited<ReturnType<Calls['sentDocumentEvents']>>['data'][number]
export type SentDocument = Awaited<ReturnType<Calls['sentDocumentStatus']>>
/** Which signer, where their way back leads, and how many seconds the address is good for. */
export type LinkWish = Parameters<Calls['createSigningLink']>[0]['body']
export type SigningLink = Awaited<ReturnType<Calls['createSigningLink']>>
/** Filters of a list; `limit` is the size of its pages, not of the list. */
export type ListFilters = Omit<NonNullable<Parameters<Calls['sentDocuments']>[0]['query']>, 'cursor' | 'subscription'>

export interface Watching {
  readonly signal?: AbortSignal
  /** Milliseconds from one look to the next; the pause grows from the first to the second while nothing happens. */
  readonly pause?: { readonly shortest: number; readonly longest: number }
}

interface Surroundings {
  readonly calls: Calls
  /** From which subscription, where the person has several. */
  readonly subscription: string | undefined
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

const PAUSE = { shortest: 2_000, longest: 60_000 }

/** Documents that were sent. */
export class Documents {
  readonly #calls: Calls
  readonly #query: { subscription?: string }
  readonly #wait: Surroundings['wait']

  constructor({ calls, subscription, wait }: Surroundings) {
    this.#calls = calls
    this.#query = subscription === undefined ? {} : { subscription }
    this.#wait = wait
  }

  /** All that the filters leave, the newest first; pages are fetched as they are needed. */
  async *list(filters: ListFilters = {}): AsyncGenerator<SentItem, void> {
    let cursor: string | undefined
    do {
      const page = await this.#calls.sentDocuments({
        query: { ...this.#query, ...filters, ...(cursor !== undefined && { cursor }) },
      })
      yield* page.data
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
  }

  get(docGuid: string): Promise<SentDocument> {
    return this.#calls.sentDocumentStatus({ params: { docGuid }, query: this.#query })
  }

  /** What has happened to a document until now, the oldest first. @param after the sequence of the last one known */
  async *events(docGuid: string, after = 0): AsyncGenerator<SentEvent, void> {
    let next: number | null = after
    while (next !== null) {
      const query = { ...this.#query, after: String(next) }
      const page: { data: SentEvent[]; next: number | null } = await this.#calls.sentDocumentEvents({
        params: { docGuid },
        query,
      })
      yield* page.data
      next = page.next
    }
  }

  /**
   * What happens to a document, as it happens, until the document is over.
   * @throws the reason of the signal
   */
  async *follow(docGuid: string, { signal, pause = PAUSE }: Watching = {}): AsyncGenerator<SentEvent, void> {
    let last = 0
    for (let quiet = 0; ; quiet += 1) {
      signal?.throwIfAborted()
      // Asked before the events are read: the last of them are there then.
      const { state } = await this.get(docGuid)
      for await (const event of this.events(docGuid, last)) {
        yield event
        last = event.sequence
        quiet = 0
      }
      if (state !== 'open') return
      await this.#wait(pollPause(quiet, pause), signal)
    }
  }

  /** Waits until everybody has signed, or nobody can any more. @throws the reason of the signal */
  async untilOver(docGuid: string, { signal, pause = PAUSE }: Watching = {}): Promise<SentDocument> {
    for (let looks = 0; ; looks += 1) {
      signal?.throwIfAborted()
      const document = await this.get(docGuid)
      if (document.state !== 'open') return document
      await this.#wait(pollPause(looks, pause), signal)
    }
  }

  /** The PDF with the signatures that it has so far. */
  content(docGuid: string): Promise<Blob> {
    return this.#calls.sentDocumentContent({ params: { docGuid }, query: this.#query })
  }

  /**
   * An address at which one signer signs this document, and sees nothing else. For programs; no personal key makes one.
   * Send the person's browser there at once, or show it in a frame: it is good once, and belongs into no log.
   */
  signingLink(docGuid: string, link: LinkWish): Promise<SigningLink> {
    return this.#calls.createSigningLink({ params: { docGuid }, body: link })
  }

  /** Withdraws a document that is not over. */
  async cancel(docGuid: string, reason?: string): Promise<void> {
    await this.#calls.cancelDocument({
      params: { docGuid },
      query: this.#query,
      body: reason === undefined ? undefined : { reason },
    })
  }
}
