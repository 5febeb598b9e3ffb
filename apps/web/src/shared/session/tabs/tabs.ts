/** The messages between the tabs of a browser. Each keeps a session of its own, so they agree by messages only. */
export type TabMessage =
  /** A tab that has no session asks whether another one has. */
  | { readonly kind: 'asking' }
  /** A log-in, a renewed token, or the answer to one who asks; keys and values as the session holds them. */
  | { readonly kind: 'session'; readonly session: Readonly<Record<string, string>> }
  /** A log-out; the token says whose. */
  | { readonly kind: 'log-out'; readonly token: string }

let channel: BroadcastChannel | undefined

/**
 * Begins to hear the other tabs; only this portal can send there, since nobody else has its origin. @returns its end
 */
export function hearTabs(listen: (message: TabMessage) => void): () => void {
  const opened = new BroadcastChannel('rubrica-session')
  opened.onmessage = ({ data }: MessageEvent<TabMessage>) => listen(data)
  channel = opened
  return () => opened.close()
}

export function notifyTabs(message: TabMessage): void {
  channel?.postMessage(message)
}
