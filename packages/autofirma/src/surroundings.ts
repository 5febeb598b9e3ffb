/** What the client needs around it; `browserSurroundings` has it in a page, tests have their own. */

/** The part of a web socket that is used, as browsers and Node have it. */
export interface LocalSocket {
  send(text: string): void
  close(): void
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

export interface Timers {
  /** Milliseconds; only differences count. */
  now(): number
  /** Calls back once after `ms`. @returns what takes the call back */
  after(ms: number, callback: () => void): () => void
}

/** 'unknown' where the browser has no such permission, and so perhaps no such rule. */
export type PermissionAnswer = 'granted' | 'prompt' | 'denied' | 'unknown'

/** What the browser reports about its own rules. */
export interface BrowserRules {
  /** May this page reach programs of the person's own machine? Never rejects. */
  localNetworkPermission(): Promise<PermissionAnswer>
  isSecureContext(): boolean
  /** Did the page itself come from this machine? */
  isLocalPage(): boolean
  /** Calls back when the page's content security policy stops an address (`afirma:` alone for the launch). */
  watchPolicy(onBlocked: (address: string) => void): () => void
  /**
   * Calls back when another window comes to the front, and when the page has the focus again. @returns what ends the
   * watch
   */
  watchFocus(onChange: (hasFocus: boolean) => void): () => void
}

export interface Surroundings {
  /** Has the machine open an `afirma://` address. */
  launch(address: string): void | Promise<void>
  /** May throw where the page may not open sockets at all. */
  openSocket(url: string): LocalSocket
  readonly timers: Timers
  readonly rules: BrowserRules
  /** Random octets of cryptographic quality. */
  readonly random: (count: number) => Uint8Array
}
