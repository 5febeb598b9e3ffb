/** A scene in which people send, and what mails that gather news say is read from the sandbox's inbox. */
import { expect, inject, vi } from 'vitest'
import { makePdf, openScene, sendDocument, type DemoName, type Scene } from '@rubrica/testing'

const PATIENCE = { timeout: 120_000, interval: 100 }

export interface NewsMail {
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

export const PORTAL = 'https://sign.example.test'

/** News are gathered for longer than the tests take: what is due is due because they say so. */
export const GATHERS_LONG = { PUBLIC_URL: PORTAL, SENDER_MAIL_DELAY_MS: '3600000' }

/** A scene with mailboxes, in which a job that comes each minute elsewhere is done when a test asks for it. */
export async function openNewsScene(onRequest: string): Promise<Scene> {
  const env = { ...GATHERS_LONG, CALLS_PER_MINUTE: '1000000' }
  const scene = await openScene({ postgres: inject('sharedPostgres'), env })
  await openMailboxes(scene)
  await leaveToTest(scene, onRequest)
  return scene
}

/** A job that comes each minute comes no more; each server that starts has it come again. */
export const leaveToTest = (scene: Scene, kind: string) =>
  queryOf(scene)(`delete from pgboss.schedule where name = $1`, [kind])

/** Gives everybody a mailbox of their own and the role of a sender. */
export async function openMailboxes(scene: Scene): Promise<void> {
  const query = queryOf(scene)
  await query(`update users set email = user_id || '@people.test', language = 'en'`)
  await query(`update user_subscriptions set roles = '{sender}'`)
}

interface Sending {
  readonly fileName?: string
  readonly callback?: string
  readonly deadline?: string
  readonly passingOn?: 'asked' | 'yes'
  readonly signers: readonly (DemoName | { readonly userId: DemoName; readonly approvers: { userId: DemoName }[] })[]
}

/** Sends a document as a person. */
export function sendAs(
  scene: Scene,
  sender: DemoName,
  { signers, callback, deadline, passingOn, fileName = 'plan.pdf' }: Sending,
) {
  return sendDocument(scene.portal.url, scene.people[sender].token, {
    document: makePdf(),
    description: {
      fileName,
      ...(callback !== undefined && { callback }),
      ...(deadline !== undefined && { deadline }),
      ...(passingOn !== undefined && { passingOn }),
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
  for (const table of ['sender_news', 'party_news', 'reminder_news', 'waiting_news']) {
    await query(`update ${table} set due_at = now() where mail_id is null`)
  }
  await query(
    `update pgboss.job set start_after = now() where state = 'created'
      and name in ('tell-sender', 'tell-party', 'tell-reminded', 'tell-waiting')`,
  )
  await settled(scene)
}

/** Where each mail that gathers ends. */
const TO_CHOICES = `${PORTAL}/notifications`

/** All mails to an address, the newest first; their links without the one to the choices of mails. */
export async function mailsTo(scene: Scene, address: string): Promise<NewsMail[]> {
  await settled(scene)
  const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${address}`)
  const { mails } = (await answer.json()) as { mails: NewsMail[] }
  return mails.map((mail) => ({ ...mail, links: mail.links.filter((link) => link !== TO_CHOICES) }))
}

/** Mails to a person about what they sent, the newest first. */
export const mailsToSender = async (scene: Scene, who: DemoName): Promise<NewsMail[]> =>
  (await mailsTo(scene, `${who}@people.test`)).filter(({ links }) =>
    links.some((link) => /\/sent(?:\/|$)/.test(new URL(link).pathname)),
  )

/** Mails to a person, in English, about documents that they were asked to sign or approve and that are over. */
export const mailsToParty = async (scene: Scene, address: string): Promise<NewsMail[]> =>
  (await mailsTo(scene, address)).filter(({ text }) => /asked to sign or approve:/.test(text))

/** Mails to a person, in English, that remind them by themselves. */
export const mailsToReminded = async (scene: Scene, who: DemoName): Promise<NewsMail[]> =>
  (await mailsTo(scene, `${who}@people.test`)).filter(({ text }) => /still waiting for you:/.test(text))

/** Message-ID of a mail as it came over the wire. */
export async function messageId(scene: Scene, { id }: NewsMail): Promise<string | undefined> {
  const source = await (await fetch(`${scene.portal.sandbox.url}/inbox/${id}/source`)).text()
  return /^Message-ID:\s+<([^@]+)@/m.exec(source)?.[1]
}
