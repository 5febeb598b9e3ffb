/** A client of both versions of the CSC API, for tests, with the sandbox behind it. */
import { createHash } from 'node:crypto'
import { once, type TestSandbox } from '../../test-sandbox.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
export const SHA256 = '2.16.840.1.101.3.4.2.1'
export const RSA = '1.2.840.113549.1.1.1'
export const PIN = '246810'

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** What the service says when it refuses with `invalid_request`. */
export const refusal = (description: string, error = 'invalid_request', status = 400): Answer => ({
  status,
  body: { error, error_description: description },
})

export class TestCsc {
  readonly sandbox: TestSandbox
  readonly version: 'v1' | 'v2'
  readonly #token: string

  private constructor(sandbox: TestSandbox, version: 'v1' | 'v2', token: string) {
    this.sandbox = sandbox
    this.version = version
    this.#token = token
  }

  static async logIn(sandbox: TestSandbox, version: 'v1' | 'v2', user = 'ana'): Promise<TestCsc> {
    const nobody = new TestCsc(sandbox, version, '')
    const { body } = await nobody.send('auth/login', {}, basic(user))
    return new TestCsc(sandbox, version, String(body.access_token))
  }

  call(operation: string, body: unknown): Promise<Answer> {
    return this.send(operation, body, `Bearer ${this.#token}`)
  }

  async send(operation: string, body: unknown, authorization?: string): Promise<Answer> {
    const headers = { ...once, 'content-type': 'application/json', ...(authorization && { authorization }) }
    const where = `${this.sandbox.url}/csc/${this.version}/${operation}`
    const answer = await fetch(where, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
  }

  /** A SAD of a credential that asks for nothing but the PIN. */
  async sadOf(credentialID: string, more: Record<string, unknown> = {}): Promise<string> {
    const factors = this.version === 'v1' ? { PIN } : { authData: [{ id: 'PIN', value: PIN }] }
    const { body } = await this.call('credentials/authorize', { credentialID, numSignatures: 1, ...factors, ...more })
    return String(body.SAD)
  }

  order(fault: string, operation = 'signatures/signHash'): Promise<Response> {
    return this.sandbox.postJson('/control/faults', { service: 'csc', operation, fault })
  }
}

export const basic = (user: string, password = 'Rubrica-2026'): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

interface PhoneFacts {
  readonly messages: readonly { readonly to: string; readonly from: string; readonly code?: string }[]
  readonly pushes: readonly { readonly id: string; readonly text: string; readonly state: string }[]
  readonly apps: readonly { readonly provider: string; readonly user: string; readonly code: string }[]
}

export const readPhone = async (sandbox: TestSandbox): Promise<PhoneFacts> =>
  (await (await sandbox.get('/phone.json')).json()) as PhoneFacts

export const appCode = async (sandbox: TestSandbox, user: string): Promise<string> =>
  (await readPhone(sandbox)).apps.find((app) => app.user === user)?.code ?? ''

export const sentCode = async (sandbox: TestSandbox): Promise<string> =>
  (await readPhone(sandbox)).messages[0]?.code ?? ''

/** How many signatures the sandbox's register holds. */
export async function countSignatures(sandbox: TestSandbox): Promise<number> {
  const rows = (await (await sandbox.get('/control/signatures.json')).json()) as readonly unknown[]
  return rows.length
}

/** A code that is certainly not this one. */
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')
