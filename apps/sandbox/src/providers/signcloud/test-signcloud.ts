/** A client of the SignCloud protocol, for tests. */
import { X509Certificate } from 'node:crypto'
import { once, type TestSandbox } from '../../test-sandbox.ts'
import type { SignCloudInstance } from './signcloud-tokens.ts'

export interface Answer {
  readonly status: number
  readonly result: unknown
  readonly error: unknown
}

export const refusal = (status: number, told: { msg: string; error_code: number; details?: string }): Answer => ({
  status,
  result: null,
  error: { details: '', ...told, code: status },
})

/** @returns an answer that carries the result */
export const success = (result: unknown): Answer => ({ status: 200, result, error: null })

export const ofToken = (msg: string): Answer => refusal(403, { msg, error_code: 2 })

export class TestSignCloud {
  readonly #sandbox: TestSandbox
  readonly #instance: SignCloudInstance

  constructor(sandbox: TestSandbox, instance: SignCloudInstance) {
    this.#sandbox = sandbox
    this.#instance = instance
  }

  async call(resource: string, body: Record<string, unknown>): Promise<Answer> {
    const where = `${this.#sandbox.url}/signcloud/${this.#instance}/api/${resource}`
    const answer = await fetch(where, {
      method: 'POST',
      headers: { ...once, 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'Rubrica-2026', ...body }),
    })
    return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) }
  }

  sign(username: string, body: Record<string, unknown> = {}): Promise<Answer> {
    const plaintext = Buffer.from('attributes').toString('base64')
    return this.call('sign_rsa', {
      username,
      pin: '246810',
      identifier: 'DS0',
      mechanism: 'RSASHA256',
      plaintext,
      ...body,
    })
  }

  async certificatesOf(username: string): Promise<X509Certificate[]> {
    const { result } = await this.call('get_objects', { username, type: 4, identifier: null })
    return (result as readonly { data: string }[]).map(({ data }) => new X509Certificate(Buffer.from(data, 'base64')))
  }

  order(fault: string): Promise<Response> {
    return this.#sandbox.postJson('/control/faults', { service: 'signcloud', operation: 'sign_rsa', fault })
  }

  /** Asks for a code. @returns the one that came to the phone */
  async sendCode(username: string, uses = 1): Promise<string> {
    await this.call('generate_otp', { username, uses })
    const phone = (await (await this.#sandbox.get('/phone.json')).json()) as { messages: readonly { code?: string }[] }
    return phone.messages[0]?.code ?? ''
  }
}
