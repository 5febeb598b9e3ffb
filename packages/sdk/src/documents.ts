import { queryOf, readPages, watch, type Calls, type Surroundings, type Watching } from './parts.ts'
import { pollPause } from './wait.ts'

export type SentItem = Awaited<ReturnType<Calls['sentDocuments']>>['data'][number]
export type SentEvent = Awaited<ReturnType<Calls['sentDocumentEvents']>>['data'][number]
export type MailToPerson = Awaited<ReturnType<Calls['sentDocumentMails']>>['data'][number]
export type SentDocument = Awaited<ReturnType<Calls['sentDocumentStatus']>>
/** Which signer, where their way back leads, and how many seconds the address is good for. */
export type LinkWish = Parameters<Calls['createSigningLink']>[0]['body']
export type SigningLink = Awaited<ReturnType<Calls['createSigningLink']>>
/** Filters of a list; `limit` is the size of its pages, not of the list. */
export type ListFilters = Omit<NonNullable<Parameters<Calls['sentDocuments']>[0]['query']>, 'cursor' | 'subscription'>

const PAUSE = { shortest: 2_000, longest: 60_000 }

/** Documents that were sent. */
export class Documents {
  readonly #calls: Calls
  readonly #query: { subscription?: string }
  readonly #wait: Surroundings['wait']

  constructor(surroundings: Surroundings) {
    this.#calls = surroundings.calls
    this.#query = queryOf(surroundings)
    this.#wait = surroundings.wait
  }

  /** All that the filters leave, the newest first; pages are fetched as they are needed. */
  list(filters: ListFilters = {}): AsyncGenerator<SentItem, void> {
    return readPages((page) => this.#calls.sentDocuments({ query: { ...this.#query, ...filters, ...page } }))
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

  /** Mails to the people of a document, the oldest first, with what mail servers said of each. */
  mails(docGuid: string): AsyncGenerator<MailToPerson, void> {
    return readPages((page) =>
      this.#calls.sentDocumentMails({ params: { docGuid }, query: { ...this.#query, ...page } }),
    )
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
  untilOver(docGuid: string, { signal, pause = PAUSE }: Watching = {}): Promise<SentDocument> {
    const patience = { wait: this.#wait, pause, signal }
    return watch(
      patience,
      () => this.get(docGuid),
      ({ state }) => state !== 'open',
    )
  }

  /** The PDF with the signatures that it has so far. */
  content(docGuid: string): Promise<Blob> {
    return this.#calls.sentDocumentContent({ params: { docGuid }, query: this.#query })
  }

  /**
   * What proves what happened to a document that is over, as PDF/A-3. Until then it is refused with `DOCUMENT_NOT_OVER`.
   * @param edition `reduced` names nobody
   */
  evidence(docGuid: string, edition: 'full' | 'reduced' = 'full'): Promise<Blob> {
    return this.#calls.sentDocumentEvidence({ params: { docGuid }, query: { ...this.#query, edition } })
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
