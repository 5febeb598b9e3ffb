/** Documents that wait for people for long, and the sweep that reminds them. */
import { expect, vi } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { makePdf, sendDocument, type Scene } from '@rubrica/testing'
import { queryOf } from './sender-mail-scene.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }

export const toAna = [{ userId: 'ana' }]

/** @param scene asked each time: it is opened later */
export function openReminders(scene: () => Scene) {
  const query = <Row extends object>(text: string, values: unknown[] = []) => queryOf(scene())<Row>(text, values)
  /** A document that biel sends. @returns it once everybody whose turn it is has had the first mail */
  async function send(fileName: string, signers: readonly object[], more: object = {}) {
    const document = await sendDocument(scene().portal.url, scene().people.biel.token, {
      document: makePdf(),
      description: { fileName, signers, ...more } as never,
    })
    await vi.waitFor(async () => {
      const untold = await query(
        `select 1 from signers where document_id = $1 and state = 'pending' and notified_at is null
        union all select 1 from approvers where document_id = $1 and state = 'pending' and notified_at is null`,
        [document.guid],
      )
      expect(untold).toEqual([])
    }, PATIENCE)
    return document
  }
  /** Has it be as many days later for who waits for a document, on any day of the week. */
  async function age({ guid }: SentDocument, days: number): Promise<void> {
    for (const table of ['signers', 'approvers']) {
      await query(
        `update ${table} set reminders_planned = false, next_reminder_at = null,
        notified_at = notified_at - $2 * interval '1 day', reminded_at = reminded_at - $2 * interval '1 day'
        where document_id = $1`,
        [guid, days],
      )
    }
  }

  /** Runs the sweep, and waits for its end. */
  async function sweep(): Promise<void> {
    const [job] = await query<{ id: string }>(
      `insert into pgboss.job (name, data) values ('sweep-reminders', '{}') returning id`,
    )
    const stateOf = async () =>
      (await query<{ state: string }>('select state from pgboss.job where id = $1', [job!.id]))[0]
    await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ state: 'completed' }), PATIENCE)
  }

  const statusOf = async ({ guid }: SentDocument) =>
    scene().people.biel.call.sentDocumentStatus({ params: { docGuid: guid }, query: {} })
  const remindedEvents = ({ guid }: SentDocument) =>
    query<{ canonical: string }>(
      `select canonical from audit_events where document_id = $1 and type = 'person-reminded' order by sequence`,
      [guid],
    )
  return { query, send, age, sweep, statusOf, remindedEvents }
}
