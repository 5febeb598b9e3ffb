/** A browser on its way through log-ins: it keeps cookies for each origin and follows redirects. */

export type ProviderName = 'google' | 'ms' | 'ssi' | 'oidc'

export interface JsonAnswer {
  readonly status: number
  readonly body: unknown
}

interface Page {
  readonly url: URL
  readonly text: string
}

const BASIC = { authorization: `Basic ${btoa('portal:')}` }

export class LoginBrowser {
  readonly #cookies = new Map<string, Map<string, string>>()
  readonly #server: string
  readonly #portal: string
  /** What a page of another origin was given in the place of a cookie. */
  #browser: string | undefined

  /** @param portal origin of the page that makes the calls, the server's own unless said otherwise */
  constructor(server: string, portal = new URL(server).origin) {
    this.#server = server
    this.#portal = portal
  }

  /** Asks the portal's server where to go. */
  async ask(provider: ProviderName): Promise<{ url: URL; cookies: string[] }> {
    const answer = await this.#call(`/auth/url/${provider}`, {})
    if (!answer.ok) throw new Error(`no address: ${answer.status} ${await answer.text()}`)
    const { Url, Browser } = (await answer.json()) as { Url: string; Browser?: string }
    this.#browser = Browser
    return { url: new URL(Url), cookies: answer.headers.getSetCookie() }
  }

  /** Chooses an account at a provider. @returns the portal's callback with the answer in it */
  async arrive(provider: ProviderName, account: string): Promise<URL> {
    const { url } = await this.ask(provider)
    return this.choose(url, account)
  }

  async choose(url: URL, account: string): Promise<URL> {
    const choice = await this.open(url)
    return (await this.open(choice.url, { account })).url
  }

  /** Brings an answer to the portal's server, as the page of the callback does. */
  bring(callback: URL): Promise<JsonAnswer> {
    const { code, state, iss } = Object.fromEntries(callback.searchParams)
    const body = { Code: code, Issuer: iss, Browser: this.#browser }
    if (callback.pathname === '/ssi') return this.post('/ssi/code', { ...body, State: state })
    return this.post(`/auth/code/${state}`, body)
  }

  async logIn(provider: ProviderName, account: string): Promise<JsonAnswer> {
    return this.bring(await this.arrive(provider, account))
  }

  async post(path: string, body: object): Promise<JsonAnswer> {
    const sent = { method: 'POST', body: JSON.stringify(body) }
    const answer = await this.#call(path, sent)
    return { status: answer.status, body: await answer.json() }
  }

  /** Opens a page, or sends a form to it. A redirect to the portal's pages is not followed. */
  async open(url: URL, form?: Readonly<Record<string, string>>): Promise<Page> {
    const answer = await this.#fetch(url, form ? { method: 'POST', body: new URLSearchParams(form) } : {})
    const location = answer.headers.get('location')
    if (location === null) return { url, text: await answer.text() }
    const next = new URL(location, url)
    const isCallback = next.origin === this.#portal
    return isCallback ? { url: next, text: '' } : this.open(next)
  }

  /** A browser sends the cookies of a server only with calls of its own pages. */
  #call(path: string, init: RequestInit): Promise<Response> {
    const url = new URL(`${this.#server}/api${path}`)
    const headers = { ...BASIC, ...(init.body && { 'content-type': 'application/json' }) }
    if (url.origin === this.#portal) return this.#fetch(url, { ...init, headers })
    return fetch(url, { ...init, headers: { ...headers, origin: this.#portal } })
  }

  async #fetch(url: URL, init: RequestInit): Promise<Response> {
    const jar = this.#cookies.get(url.origin) ?? new Map<string, string>()
    this.#cookies.set(url.origin, jar)
    const headers = new Headers(init.headers)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    return answer
  }
}
