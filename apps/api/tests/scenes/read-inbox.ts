import type { Scene } from '@rubrica/testing'

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
}

/** What the mailbox of the sandbox has for an address, the newest first. */
export async function readInbox({ portal }: Scene, email: string): Promise<readonly Mail[]> {
  const answer = await fetch(`${portal.sandbox.url}/inbox.json?to=${encodeURIComponent(email)}`)
  return ((await answer.json()) as { mails: Mail[] }).mails
}
