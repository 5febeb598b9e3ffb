/** A service of the CSC API that says what a test wants, and a connector that speaks to it. */
import { sign as signWith } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeTestSigner } from '@rubrica/pki/testing'
import {
  ProviderError,
  type Account,
  type Connector,
  type ConnectorState,
  type KeyReference,
} from '../src/connector.ts'
import { connectCsc } from '../src/protocols/csc/connect-csc.ts'
import { standardPaths } from '../src/protocols/csc/csc-dialect.ts'
import { makeItems } from './drive-connector.ts'

type Answer = { readonly status?: number; readonly body?: unknown }
export type Scripted = Answer | ((body: Record<string, unknown>, authorization: string) => Answer)

/** Answers call by call. */
class ScriptedService {
  readonly calls: { name: string; body: Record<string, unknown> }[] = []
  readonly #answers = new Map<string, Scripted>()
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, reply) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const name = (request.url ?? '').replace('/v2/', '')
        const body = readBody(Buffer.concat(parts).toString(), request.headers['content-type'] ?? '')
        this.calls.push({ name, body })
        const scripted = this.#answers.get(name) ?? { status: 404, body: { error: 'invalid_request' } }
        const answer = typeof scripted === 'function' ? scripted(body, request.headers.authorization ?? '') : scripted
        reply.writeHead(answer.status ?? 200).end(answer.body === undefined ? '' : JSON.stringify(answer.body))
      })
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }

  on(name: string, answer: Scripted): void {
    this.#answers.set(name, answer)
  }

  count(name: string): number {
    return this.calls.filter((call) => call.name === name).length
  }
}

const readBody = (text: string, type: string): Record<string, unknown> =>
  type.includes('form')
    ? Object.fromEntries(new URLSearchParams(text))
    : (JSON.parse(text || '{}') as Record<string, unknown>)

const signer = makeTestSigner({ commonName: 'Emma' })

const [firstItem] = makeItems(1)
if (firstItem === undefined) throw new Error('no item')
export const item = firstItem

/** Version 2 of the API, with a key on P-256 and nothing wrong. */
export class CscScene {
  readonly service: ScriptedService
  readonly url: string
  readonly connector: Connector
  readonly key: KeyReference = { ref: 'one', certificate: signer.certificate, maxDocuments: 10, scal: '2' }

  private constructor(service: ScriptedService, url: string) {
    this.service = service
    this.url = url
    this.connector = connectCsc({
      ...{ provider: 'Acme', url, dialect: 'csc2', timeoutMs: 5000 },
      paths: standardPaths('csc2'),
    })
    service.on('auth/login', login())
    service.on('credentials/list', { body: { credentialIDs: ['one'] } })
    service.on('credentials/info', { body: this.info() })
    service.on('credentials/authorize', { body: { SAD: 'sad-1', expiresIn: 300 } })
    service.on('credentials/extendTransaction', (body) => ({
      body: { SAD: `${String(body['SAD'])}+`, expiresIn: 300 },
    }))
    service.on('signatures/signHash', { body: { signatures: [Buffer.alloc(64, 1).toString('base64')] } })
  }

  static async open(): Promise<CscScene> {
    const service = new ScriptedService()
    return new CscScene(service, await service.start())
  }

  close(): Promise<void> {
    return this.service.stop()
  }

  info(more: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      key: { status: 'enabled', algo: ['1.2.840.10045.4.3.2'] },
      cert: { status: 'valid', certificates: [Buffer.from(signer.certificate).toString('base64')] },
      auth: { mode: 'explicit', objects: [{ type: 'Password', id: 'PIN' }] },
      SCAL: '2',
      multisign: 10,
      ...more,
    }
  }

  async link(): Promise<KeptAccount> {
    const outcome = await this.connector.link({ Username: 'ana', Password: 'SECRET' })
    if (outcome.kind !== 'linked') throw new Error('not linked')
    return keep(outcome.state)
  }

  /** One document, with a PIN. */
  async sign(account: Account, more: object = {}): Promise<Uint8Array> {
    return this.connector.sign(account, { key: this.key, item, inputs: { pin: '1234' }, ...more })
  }
}

/** What the key's owner would sign. */
export const truth = (encoding: 'der' | 'ieee-p1363', attributes = item.attributes): string =>
  signWith('sha256', attributes, { key: signer.privateKey, dsaEncoding: encoding }).toString('base64')

/** Gives tokens that are good for one exchange each. */
function login(): Scripted {
  let count = 0
  return (body) => {
    const expected = count === 0 ? undefined : `refresh-${count}`
    if (body['refresh_token'] !== undefined && body['refresh_token'] !== expected) {
      return { status: 400, body: { error: 'invalid_request', error_description: 'Invalid refresh_token' } }
    }
    count += 1
    return { body: { access_token: `access-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600 } }
  }
}

export type KeptAccount = Account & { readonly kept: ConnectorState[] }

/** An account that remembers each of its states. */
export function keep(first: ConnectorState): KeptAccount {
  const kept = [first]
  return {
    kept,
    get state() {
      return kept.at(-1) ?? first
    },
    keep: async (state) => void kept.push(state),
  }
}

/** The error that the work ends with. */
export async function errorOf(work: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderError)) throw new Error(`not a ProviderError: ${String(error)}`)
  return error
}
