/** A browser for tests of log-ins: it keeps cookies, follows redirects below the sandbox and stops at the portal's. */
import { once } from '../test-sandbox.ts'

export interface Arrival {
  readonly url: URL
  readonly status: number
  readonly text: string
}

export class TestBrowser {
  readonly #cookies = new Map<string, string>()
  readonly #home: string

  constructor(home: string) {
    this.#home = home
  }

  /** Opens an address, or sends a form to it. */
  async open(address: string | URL, form?: Readonly<Record<string, string>>): Promise<Arrival> {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { ...once, cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie)
    const url = new URL(answer.headers.get('location') ?? address, address)
    if (answer.headers.has('location')) {
      if (url.origin === this.#home) return this.open(url)
      return { url, status: answer.status, text: '' }
    }
    return { url, status: answer.status, text: await answer.text() }
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}
