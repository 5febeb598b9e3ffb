import { AutofirmaError, type AutofirmaErrorCode } from './autofirma-error.ts'
import { connect, type ConnectTimes } from './connect.ts'
import { exchange, greet } from './exchange.ts'
import type { Channel } from './open-channel.ts'
import { readBatch, readCertificate, readSignature } from './read-answer.ts'
import type {
  AutofirmaConnection,
  AutofirmaStage,
  LocalBatch,
  LocalDocument,
  LocalResult,
  LocalSignature,
} from './connection.ts'
import type { Surroundings, Timers } from './surroundings.ts'
import { batchRequest, selectRequest, signRequest, type RequestContext } from './write-request.ts'

/** Documents that go in one message; the choice of the certificate holds for the next one too. */
const MOST_AT_ONCE = 100
const FAIR_ID = /^[A-Za-z0-9-]{1,64}$/
const APP_NAME = 'Rubrica'
/** Certificates that are valid today; of a DNIe, the one that signs. What others are meant for, the server looks at. */
const FILTERS = ['nonexpired:', 'signingcert:']

/** Times in milliseconds. */
export interface AutofirmaTimes extends ConnectTimes {
  /** How long the person may take for one dialog. */
  readonly operationMs: number
  /** How much longer each document of many may take: a card signs slowly, and may ask for each. */
  readonly documentMs: number
}

const TIMES: AutofirmaTimes = {
  loadWaitMs: 1500,
  unlikelyMs: 4000,
  roundPauseMs: 1000,
  attemptMs: 10_000,
  hintMs: 8000,
  connectMs: 45_000,
  operationMs: 300_000,
  documentMs: 10_000,
}

export interface AutofirmaOptions {
  /** `browserSurroundings()` in a page. */
  readonly around: Surroundings
  /** Ends the way to the application; each operation has a signal of its own. */
  readonly signal?: AbortSignal | undefined
  readonly onStage?: ((stage: AutofirmaStage) => void) | undefined
  /** Shown in the application's window. */
  readonly appName?: string | undefined
  /** Which certificates may be picked; all filters must hold. */
  readonly filters?: readonly string[] | undefined
  readonly times?: Partial<AutofirmaTimes> | undefined
}

/**
 * Starts the application on the person's PC and connects to it. Each stage is reported through `onStage`.
 * @throws {AutofirmaError} NOT_REACHED with a diagnosis, ABORTED, or what the application answers to the first echo
 */
export async function openAutofirma(options: AutofirmaOptions): Promise<AutofirmaConnection> {
  const { around, signal, onStage = () => undefined, filters = FILTERS, appName = APP_NAME } = options
  const times = { ...TIMES, ...options.times }
  const { channel, connectionId } = await connect({ around, times, signal, onStage })
  return new Connection({
    channel,
    timers: around.timers,
    times,
    context: { connectionId, filters, appName },
    onStage,
  })
}

interface ConnectionParts {
  readonly channel: Channel
  readonly timers: Timers
  readonly times: Pick<AutofirmaTimes, 'operationMs' | 'documentMs'>
  readonly context: RequestContext
  readonly onStage: (stage: AutofirmaStage) => void
}

/** One request, and what its answer means. */
interface Operation<Result> {
  readonly request: string
  /** How many a batch has. */
  readonly documents?: number
  readonly signal: AbortSignal | undefined
  readonly read: (answer: string) => Result
}

class Connection implements AutofirmaConnection {
  readonly #parts: ConnectionParts
  #chosen: Uint8Array | undefined
  #isBusy = false

  constructor(parts: ConnectionParts) {
    this.#parts = parts
  }

  get isOpen(): boolean {
    return this.#parts.channel.isOpen
  }

  chooseCertificate(signal?: AbortSignal): Promise<Uint8Array> {
    return this.#alone(async () => {
      this.#parts.onStage({ stage: 'choosing-certificate' })
      const request = selectRequest(this.#parts.context)
      this.#chosen = await this.#ask({ request, signal, read: readCertificate })
      return this.#chosen
    })
  }

  sign(toBeSigned: Uint8Array, signal?: AbortSignal): Promise<LocalSignature> {
    return this.#alone(async () => {
      this.#parts.onStage({ stage: 'signing', signed: 0, total: 1 })
      const request = signRequest(this.#parts.context, toBeSigned)
      const answer = await this.#ask({ request, signal, read: readSignature })
      this.#expectChosen(answer.certificate)
      this.#parts.onStage({ stage: 'signing', signed: 1, total: 1 })
      return answer
    })
  }

  async signMany(documents: readonly LocalDocument[], signal?: AbortSignal): Promise<LocalBatch> {
    checkDocuments(documents)
    return this.#alone(async () => {
      const total = documents.length
      const results: LocalResult[] = []
      let certificate = this.#chosen
      this.#parts.onStage({ stage: 'signing', signed: 0, total })
      while (results.length < total) {
        const some = documents.slice(results.length, results.length + MOST_AT_ONCE)
        const request = batchRequest(this.#parts.context, some)
        const read = (answer: string): LocalBatch => readBatch(answer, some)
        const batch = await this.#ask({ request, documents: some.length, signal, read })
        certificate ??= batch.certificate
        expectSame(certificate, batch.certificate)
        results.push(...batch.results)
        this.#parts.onStage({ stage: 'signing', signed: results.length, total })
      }
      return { certificate: certificate ?? new Uint8Array(), results }
    })
  }

  close(): void {
    if (!this.isOpen) return
    this.#parts.channel.close()
    this.#parts.onStage({ stage: 'done' })
  }

  #expectChosen(certificate: Uint8Array): void {
    if (this.#chosen) expectSame(this.#chosen, certificate)
  }

  /** The application works on one request at a time. */
  async #alone<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (this.#isBusy) throw new AutofirmaError('BUSY')
    this.#isBusy = true
    try {
      return await operation()
    } catch (error) {
      // An answer that is still on its way would be taken for the next operation's.
      if (error instanceof AutofirmaError && ENDS_CONNECTION.has(error.code)) this.#parts.channel.close()
      throw error
    } finally {
      this.#isBusy = false
    }
  }

  async #ask<Result>({ request, documents = 0, signal, read }: Operation<Result>): Promise<Result> {
    const { channel, timers, context, times, onStage } = this.#parts
    const conversation = { channel, timers, connectionId: context.connectionId, signal }
    await greet(conversation)
    const onWaiting = (): void => onStage({ stage: 'waiting-for-window' })
    const withinMs = times.operationMs + documents * times.documentMs
    return read(await exchange(conversation, { request, withinMs, onWaiting }))
  }
}

const ENDS_CONNECTION: ReadonlySet<AutofirmaErrorCode> = new Set([
  'ABORTED',
  'TIMED_OUT',
  'ANSWER_INVALID',
  'CERTIFICATE_CHANGED',
])

/** @throws {TypeError} an id is not unique or has characters that the answer cannot carry */
function checkDocuments(documents: readonly LocalDocument[]): void {
  const ids = new Set(documents.map(({ id }) => id))
  if (documents.length === 0 || ids.size !== documents.length || ![...ids].every((id) => FAIR_ID.test(id))) {
    throw new TypeError('A batch has documents, each with a name of its own: letters, digits and hyphens.')
  }
}

function expectSame(chosen: Uint8Array, answered: Uint8Array): void {
  const isSame = chosen.length === answered.length && chosen.every((octet, index) => octet === answered[index])
  if (!isSame) throw new AutofirmaError('CERTIFICATE_CHANGED')
}
