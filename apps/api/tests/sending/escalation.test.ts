/** Whom a policy of reminders names hears that the last one was not answered. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { trySigning, type Scene } from '@rubrica/testing'
import { openDatabase } from '../../src/adapters/database/connection.ts'
import { escalate } from '../../src/adapters/database/reminders/escalate.ts'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { Secret } from '../../src/config/secret.ts'
import { openReminders, toAna } from '../scenes/reminder-scene.ts'
import { mailsTo, openNewsScene } from '../scenes/sender-mail-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openNewsScene('sweep-reminders')
})
afterAll(() => scene[Symbol.asyncDispose]())
const { query, send, age, sweep, remindedEvents } = openReminders(() => scene)

/** Of the document's log. */
const factsOfEscalations = async ({ guid }: SentDocument) => {
  const events = await query<{ canonical: string }>(
    `select canonical from audit_events where document_id = $1 and type = 'escalation-told' order by sequence`,
    [guid],
  )
  return events.map(({ canonical }) => (JSON.parse(canonical) as { facts: object }).facts)
}

test('who is named hears once, after a further pause, that the last reminder was not answered; unless it was', async () => {
  const policy = { first: 1, every: 2, most: 1, escalateTo: 'CARLA' }
  const [slow, quick] = [
    await send('unanswered.pdf', toAna, { reminders: policy }),
    await send('answered.pdf', toAna, { reminders: policy }),
  ]
  const escalated = async () => {
    const [ana] = await query<{ name: string }>(`select name from users where user_id = 'ana'`)
    const mails = await mailsTo(scene, 'carla@people.test')
    return mails.map(({ subject }) => subject).filter((subject) => subject.endsWith(`: ${ana!.name} does not answer`))
  }
  const pass = (days: number) =>
    query(`update signers set escalates_at = escalates_at - $1 * interval '1 day' where document_id = any($2)`, [
      days,
      [slow.guid, quick.guid],
    ])
  for (const document of [slow, quick]) await age(document, 5)
  await sweep()
  expect(await remindedEvents(slow)).toHaveLength(1)
  await pass(1)
  await sweep()
  expect(await escalated()).toEqual([])
  expect(await trySigning(scene.people.ana, quick.signers[0]!.guid)).toBe(204)
  await pass(5)
  // As two servers would.
  const url = new Secret(scene.portal.server.database!.url)
  const told: string[] = []
  const sweepers = await Promise.all(
    [1, 2].map(() => openDatabase<Schema>({ kind: 'external', url }, { role: 'server', poolSize: 1 })),
  )
  await Promise.all(
    sweepers.map(({ db }) =>
      escalate(
        db,
        async (transaction, escalation) => {
          told.push(escalation.partId)
          const data = JSON.stringify({ ...escalation, id: crypto.randomUUID() })
          await sql`insert into pgboss.job (name, data) values ('tell-escalation', ${data}::jsonb)`.execute(transaction)
        },
        new Date(),
      ),
    ),
  )
  for (const sweeper of sweepers) await sweeper.close()
  expect(told).toEqual([slow.signers[0]!.guid])
  await sweep()
  expect(await escalated()).toEqual([expect.stringMatching(/^unanswered\.pdf: /)])
  const [carla] = await query<{ id: string }>(`select id from users where user_id = 'carla'`)
  expect(await factsOfEscalations(slow)).toEqual([
    { automatic: true, signerId: slow.signers[0]!.guid, toldUserId: carla!.id },
  ])
  expect(await factsOfEscalations(quick)).toEqual([])
})

test('whoever is named has to be somebody of the subscription, and hears nothing once a person has reminded anew', async () => {
  const refused = send('nobody.pdf', toAna, { reminders: { first: 1, every: 1, most: 1, escalateTo: 'nobody' } })
  await expect(refused).rejects.toThrow(/SIGNER_UNKNOWN|nobody/)
  const document = await send('anew.pdf', toAna, { reminders: { first: 1, every: 1, most: 1, escalateTo: 'carla' } })
  await age(document, 5)
  await sweep()
  const planned = () =>
    query<{ escalates_at: Date | null }>('select escalates_at from signers where document_id = $1', [document.guid])
  expect((await planned())[0]!.escalates_at).not.toBeNull()
  await query(`update signers set reminded_at = reminded_at - interval '1 day' where document_id = $1`, [document.guid])
  await scene.people.biel.call.remindPeople({ params: { docGuid: document.guid }, query: {}, body: {} })
  expect(await planned()).toEqual([{ escalates_at: null }])
})

test('an approver who does not answer is told of too, and nobody in the place of who has left or cannot be reached', async () => {
  const asked = [{ userId: 'ana', approvers: [{ userId: 'biel' }] }]
  const policy = { first: 1, every: 1, most: 1, escalateTo: 'carla' }
  const tellsOf = async (fileName: string, change = 'active = true') => {
    const document = await send(fileName, asked, { reminders: policy })
    await age(document, 5)
    await sweep()
    await query(`update approvers set escalates_at = now() where document_id = $1`, [document.guid])
    await query(`update users set ${change} where user_id = 'carla'`)
    await sweep()
    await query(`update users set active = true, email = 'carla@people.test' where user_id = 'carla'`)
    const mails = await mailsTo(scene, 'carla@people.test')
    return {
      mails: mails.filter(({ subject, text }) => subject.startsWith(fileName) && text.includes('asked to approve'))
        .length,
      events: (await factsOfEscalations(document)).filter((facts) => 'approverId' in facts).length,
    }
  }
  expect(await tellsOf('there.pdf')).toEqual({ mails: 1, events: 1 })
  expect(await tellsOf('left.pdf', 'active = false')).toEqual({ mails: 0, events: 0 })
  expect(await tellsOf('no-address.pdf', `email = ''`)).toEqual({ mails: 0, events: 0 })
})
