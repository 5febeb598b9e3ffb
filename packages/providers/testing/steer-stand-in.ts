/** The control calls of the process with the stand-ins, and the phone on which their codes and requests arrive. */

/** A process that plays providers over HTTP. */
export interface StandIn {
  /** Without a slash at the end. */
  readonly url: string
  close(): Promise<void>
}

export interface FaultOrder {
  readonly operation?: string
  readonly fault: string
  readonly times?: number
}

interface Message {
  readonly from: string
  readonly text: string
  readonly code?: string
}

interface PushRequest {
  readonly id: string
  readonly state: string
}

interface AppCode {
  readonly provider: string
  readonly user: string
  readonly code: string
}

interface SignatureRow {
  readonly provider: string
  readonly credential: string
  readonly digest: string
}

/** A connection for each request: one that is kept open would hold up the end of the process. */
const headers = { connection: 'close', 'content-type': 'application/json' }

export class Steering {
  readonly #url: string
  readonly #service: string

  /** `service` is the name under which the stand-in takes faults. */
  constructor(url: string, service: string) {
    this.#url = url
    this.#service = service
  }

  /** Faults, locks, codes, log-ins and the clock as at the start; the register of signatures begins anew. */
  async reset(): Promise<void> {
    await this.#post('/control/reset', {})
  }

  async order(fault: FaultOrder): Promise<void> {
    await this.#post('/control/faults', { service: this.#service, ...fault })
  }

  /** Moves the stand-in's clock on. */
  async advance(seconds: number): Promise<void> {
    await this.#post('/control/clock', { seconds })
  }

  /** The code of the newest text message. */
  async sentCode(): Promise<string> {
    const { messages } = await this.#get<{ messages: readonly Message[] }>('/phone.json')
    const code = messages.find((message) => message.code !== undefined)?.code
    if (code === undefined) throw new Error('No code came to the phone')
    return code
  }

  /** The code that a person's authenticator app shows, one that was not shown before. */
  async appCode(user: string): Promise<string> {
    await this.advance(30)
    const { apps } = await this.#get<{ apps: readonly AppCode[] }>('/phone.json')
    const code = apps.find((app) => app.user === user)?.code
    if (code === undefined) throw new Error(`The phone has no authenticator app of ${user}`)
    return code
  }

  /** Decides the request that waits on the phone. */
  async answerPush(decision: 'accept' | 'refuse'): Promise<void> {
    const { pushes } = await this.#get<{ pushes: readonly PushRequest[] }>('/phone.json')
    const waiting = pushes.find((push) => push.state === 'waiting')
    if (waiting === undefined) throw new Error('No request waits on the phone')
    await this.#post(`/phone/pushes/${waiting.id}`, { decision })
  }

  /** Presses a button of a page to which a person was sent. @returns where it leads them */
  async decideOnPage(url: string, decision: 'approve' | 'deny'): Promise<string> {
    const body = new URLSearchParams({ decision })
    const form = { connection: 'close', 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(url, { method: 'POST', headers: form, body, redirect: 'manual' })
    await answer.arrayBuffer()
    const address = answer.headers.get('location')
    if (address === null) throw new Error(`The page of the stand-in answered ${answer.status}`)
    return address
  }

  /** Every signature since the last reset. */
  async signatures(): Promise<readonly SignatureRow[]> {
    return this.#get('/control/signatures.json')
  }

  async #get<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.#url}${path}`, { headers })
    if (!answer.ok) throw new Error(`The stand-in answered ${answer.status} to ${path}`)
    return (await answer.json()) as T
  }

  async #post(path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${this.#url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`The stand-in answered ${answer.status} to ${path}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
}
