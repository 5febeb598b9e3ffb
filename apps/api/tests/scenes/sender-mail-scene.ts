/** A scene in which people send, and what their mails say is read from the sandbox's inbox. */
import { expect, vi } from 'vitest'
import { makePdf, sendDocument, type DemoName, type Scene } from '@rubrica/testing'

const PATIENCE = { timeout: 120_000, interval: 100 }

export interface SenderMail {
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

export const queryOf =
  (scene: Scene) =>
  <Row extends object>(text: string, values: unknown[] = []) =>
    scene.portal.server.database!.query<Row>(text, values)

/** Gives everybody a mailbox of their own and the role of a sender. */
export async function openMailboxes(scene: Scene): Promise<void> {
  const query = queryOf(scene)
  await query(`update users set email = user_id || '@people.test', language = 'en'`)
  await query(`update user_subscriptions set roles = '{sender}'`)
}

interface Sending {
  readonly fileName?: string
  readonly callback?: string
  readonly signers: readonly (DemoName | { readonly userId: DemoName; readonly approvers: { userId: DemoName }[] })[]
}

/** Sends a document as a person. */
export function sendAs(scene: Scene, sender: DemoName, { signers, callback, fileName = 'plan.pdf' }: Sending) {
  return sendDocument(scene.portal.url, scene.people[sender].token, {
    document: makePdf(),
    description: {
      fileName,
      ...(callback !== undefined && { callback }),
      signers: signers.map((one) => (typeof one === 'string' ? { userId: one } : one)),
    },
  })
}

/** Until every job that asks for a mail and is due is done. */
export const settled = (scene: Scene) =>
  vi.waitFor(async () => {
    const open = await queryOf(scene)(
      `select state from pgboss.job where name like 'tell-%' and state <> 'completed' and start_after <= now()`,
    )
    expect(open).toEqual([])
  }, PATIENCE)

/** Makes due what waits to be gathered, as the clock does. */
export async function passTime(scene: Scene): Promise<void> {
  const query = queryOf(scene)
  await query(`update sender_news set due_at = now() where mail_id is null`)
  await query(`update pgboss.job set start_after = now() where name = 'tell-sender' and state = 'created'`)
  await settled(scene)
}

/** Mails to a person about what they sent, the newest first. */
export async function mailsToSender(scene: Scene, who: DemoName): Promise<SenderMail[]> {
  await settled(scene)
  const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${who}@people.test`)
  const { mails } = (await answer.json()) as { mails: SenderMail[] }
  return mails.filter(({ links }) => links.some((link) => /\/sent(?:\/|$)/.test(new URL(link).pathname)))
}

/** Message-ID of a mail as it came over the wire. */
export async function messageId(scene: Scene, { id }: SenderMail): Promise<string | undefined> {
  const source = await (await fetch(`${scene.portal.sandbox.url}/inbox/${id}/source`)).text()
  return /^Message-ID:\s+<([^@]+)@/m.exec(source)?.[1]
}
