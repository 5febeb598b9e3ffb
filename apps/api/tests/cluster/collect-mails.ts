import { setTimeout as pause } from 'node:timers/promises'
import type { RunningSandbox } from '@rubrica/testing'
import type { MailFact } from './judge/evidence.ts'

interface SandboxMail {
  readonly id: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

/** Names of files as clients make them. */
const FILE_NAME = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf/g
/** The mailbox keeps the newest two hundred; no more than that come between two looks. */
const LOOK_EVERY_MS = 2000

/** Follows the mailbox of the sandbox; @returns what ends it and gives all that has come. */
export function collectMails({ url }: RunningSandbox): () => Promise<readonly MailFact[]> {
  const found = new Map<string, MailFact>()
  const over = new AbortController()
  const look = async (): Promise<void> => {
    const { mails } = (await (await fetch(`${url}/inbox.json`)).json()) as { mails: SandboxMail[] }
    for (const { id, to, subject, text } of mails.filter(({ id }) => !found.has(id)))
      found.set(id, { to: to[0] ?? '', fileNames: `${subject}\n${text}`.match(FILE_NAME) ?? [] })
  }
  const following = (async () => {
    while (!over.signal.aborted) {
      await look().catch(() => undefined)
      await pause(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    over.abort()
    await following
    await look()
    return [...found.values()]
  }
}
