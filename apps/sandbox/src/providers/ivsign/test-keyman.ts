/** A portal that calls Keyman, for tests. */
import { createHash } from 'node:crypto'
import { once, type TestSandbox } from '../../test-sandbox.ts'

const API = '/ivsign/Keyman/rest/v5'
export const BACK = 'http://127.0.0.1:9/ivsign-sign?transactionid=T-1'
export const MESSAGE = Buffer.from('signed attributes')
export const DIGEST = createHash('sha256').update(MESSAGE).digest('base64')

export interface KeymanAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>> & { readonly error: { readonly code: number } }
}

export interface Listed {
  readonly certid: string
  readonly enabled: boolean
  readonly haspin: boolean
  readonly authtype: string
}

export class TestPortal {
  readonly #sandbox: TestSandbox

  constructor(sandbox: TestSandbox) {
    this.#sandbox = sandbox
  }

  async call(action: string, body: unknown, headers: Record<string, string> = {}): Promise<KeymanAnswer> {
    const answer = await fetch(`${this.#sandbox.url}${API}/${action}`, {
      method: 'POST',
      headers: { ...once, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as KeymanAnswer['body'] }
  }

  /** A call with a token in the header that the vendor documents. */
  async ask(token: string, action: string, body: object = {}): Promise<KeymanAnswer['body']> {
    return (await this.call(action, body, { authentication: token })).body
  }

  logIn(login: string, fields: object = {}): Promise<KeymanAnswer['body']> {
    const body = { orgaid: 'SANDBOX', login, pass: 'Rubrica-2026', module: 'portal', authmethod: 'PASS', ...fields }
    return this.ask('', 'auth/login', body)
  }

  /** A session of somebody, second factor included. */
  async session(login: string): Promise<string> {
    const { token, validated } = await this.logIn(login)
    if (validated === true) return String(token)
    const begun = await this.ask(String(token), 'auth/mfaBegin', { operation: 'login', returnurl: BACK })
    await this.decide(begun, 'approve')
    const { token: session } = await this.ask('', 'auth/loginToken', { orgaid: 'SANDBOX', token: begun.token })
    return String(session)
  }

  beginSign(token: string, certid: string, fields: object = {}): Promise<KeymanAnswer['body']> {
    const body = { operation: 'sign', certid, hashalgorithm: 'sha256', hashes: [DIGEST], returnurl: BACK, ...fields }
    return this.ask(token, 'auth/mfaBegin', body)
  }

  sign(token: string, certid: string, fields: object = {}): Promise<KeymanAnswer['body']> {
    return this.ask(token, 'sign/hash', { certid, hash: DIGEST, hashalgorithm: 'sha256', ...fields })
  }

  /** The state of a transaction, and who has proved themselves. */
  async stateOf({ transactionid }: KeymanAnswer['body']): Promise<unknown[]> {
    const { state, userid } = await this.ask('', 'auth/check', { transactionid })
    return userid === undefined ? [state] : [state, userid]
  }

  /** @returns where the page leads to */
  async decide({ redirecturl }: KeymanAnswer['body'], decision: 'approve' | 'deny' | 'wait'): Promise<string | null> {
    const answer = await fetch(String(redirecturl), {
      method: 'POST',
      redirect: 'manual',
      headers: { ...once, 'content-type': 'application/x-www-form-urlencoded' },
      body: `decision=${decision}`,
    })
    return answer.headers.get('location')
  }

  async order(operation: string, fault: string): Promise<void> {
    await this.#sandbox.postJson('/control/faults', { service: 'ivnosys', operation, fault })
  }
}
