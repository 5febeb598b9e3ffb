import { createClient, type ClientOf } from '@rubrica/contract'
import { bearerOf, type Bearer, type Credentials } from './bearer.ts'
import { BulkSends } from './bulk-sends.ts'
import { Documents } from './documents.ts'
import { throwProblem } from './errors.ts'
import { Files, type FileSource } from './files.ts'
import { programCalls, type ProgramCalls } from './program-calls.ts'
import { retryingFetch } from './retrying-fetch.ts'
import { wait } from './wait.ts'
import { Webhooks } from './webhook-endpoints.ts'

type Fetch = (address: string, init: RequestInit) => Promise<Response>
type Calls = ClientOf<ProgramCalls>
type Description = Parameters<Calls['sendDispatch']>[0]['body']
type Described = Description['documents'][number]

export type Settings = Credentials & {
  /** Where the portal is, such as `https://sign.example.org`. */
  readonly url: string
  /** From which subscription a personal key sends. A program, and who has one subscription, need not say. */
  readonly subscription?: string
  /** Tries of one call, the first included: 5 unless you say so. */
  readonly tries?: number
  /** Milliseconds until the answer to one try begins: two minutes unless you say so. */
  readonly timeoutMs?: number
  /** In place of the global one. */
  readonly fetch?: Fetch
}

type Attached = NonNullable<Described['attachments']>[number]
type UploadedOr = { readonly file: string } | { readonly from: FileSource }

/** What goes along with a document: a file of any kind, or one that was uploaded before, by its id. */
export type Enclosure = Omit<Attached, 'file'> & UploadedOr
/** A document to be signed: a file, or one that was uploaded before, by its id. */
export type Outgoing = Omit<Described, 'file' | 'attachments'> & {
  readonly attachments?: readonly Enclosure[]
} & UploadedOr
export type Dispatch = Omit<Description, 'documents'> & { readonly documents: readonly Outgoing[] }
export type Sent = Awaited<ReturnType<Calls['sendDispatch']>>

const TRIES = 5
const TIMEOUT_MS = 120_000

/** A portal, as a program sees it. Every call throws {@link ProblemError} for a refusal and NetworkError for silence. */
export class Rubrica {
  readonly files: Files
  readonly documents: Documents
  readonly bulkSends: BulkSends
  readonly webhooks: Webhooks
  /** Each call below `/v1`, as `/api/docs` of the server describes it. */
  readonly calls: Calls
  readonly #query: { subscription?: string }

  constructor(settings: Settings) {
    const { url, subscription, tries = TRIES, timeoutMs = TIMEOUT_MS } = settings
    const base = `${url.replace(/\/+$/, '')}/api`
    const send = settings.fetch ?? ((address: string, init: RequestInit) => fetch(address, init))
    const patient = retryingFetch({ fetch: send, tries, timeoutMs, wait })
    const bearer = bearerOf(settings, { base, fetch: patient })
    this.calls = callsOf(base, withBearer(bearer, patient))
    this.#query = subscription === undefined ? {} : { subscription }
    this.files = new Files(this.calls, subscription)
    this.documents = new Documents({ calls: this.calls, subscription, wait })
    this.bulkSends = new BulkSends({ calls: this.calls, subscription, wait })
    this.webhooks = new Webhooks({ calls: this.calls, subscription })
  }

  /** Uploads what is not uploaded yet, and sends all of it to the same people: all of it or nothing. */
  async send({ documents, ...dispatch }: Dispatch): Promise<Sent> {
    const described: Described[] = []
    for (const document of documents) described.push(await this.#describe(document))
    return this.calls.sendDispatch({ query: this.#query, body: { ...dispatch, documents: described } })
  }

  async #describe(document: Outgoing): Promise<Described> {
    const { attachments = [], ...rest } = document
    const enclosed: Attached[] = []
    if (!('from' in rest)) {
      for (const one of attachments) enclosed.push(await this.#enclose(one))
      return { ...rest, attachments: enclosed }
    }
    // What was taken off the file when it was uploaded need not be taken off again.
    const { from, decrypt, ...described } = rest
    const { id: file } = await this.files.upload(from, decrypt && { decrypt })
    for (const one of attachments) enclosed.push(await this.#enclose(one))
    return { ...described, file, attachments: enclosed }
  }

  async #enclose(attachment: Enclosure): Promise<Attached> {
    if (!('from' in attachment)) return attachment
    const { from, ...rest } = attachment
    return { ...rest, file: (await this.files.uploadAttachment(from)).id }
  }
}

/** Has each request bear a token; one whose token is refused is sent once more with another. */
function withBearer(bearer: Bearer, fetch: Fetch): Fetch {
  return async (address, init) => {
    const headers = {
      ...(init.method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
      ...(init.headers as Record<string, string>),
    }
    const bearing = (token: string) => ({ ...init, headers: { ...headers, authorization: `Bearer ${token}` } })
    const token = await bearer.current()
    const answer = await fetch(address, bearing(token))
    if (answer.status !== 401) return answer
    const other = await bearer.after(token)
    if (other === undefined) return answer
    await answer.body?.cancel()
    return fetch(address, bearing(other))
  }
}

function callsOf(base: string, fetch: Fetch): Calls {
  const client = createClient(programCalls, {
    bases: () => ({ main: base, identity: base }),
    authorization: () => undefined,
    fetch,
  })
  const calls = Object.entries(client as unknown as Record<string, (input: object) => Promise<unknown>>).map(
    ([name, call]) => [name, (input: object) => call(input).catch(throwProblem)],
  )
  return Object.fromEntries(calls) as Calls
}
