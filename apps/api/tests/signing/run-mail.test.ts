/** Who has left a signing run alone for a while is told by mail how it ended, or that it waits for them. */
import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, trySigning, type Scene } from '@rubrica/testing'
import { authorise, moveRun, prepareRun, sendMany, untilRun, type Run } from '../scenes/signing-run-scene.ts'
import { openMailboxes, settled } from '../scenes/sender-mail-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { PUBLIC_URL: 'https://sign.example.test' } })
  await openMailboxes(scene)
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

/** Of runs, what the sandbox's mailbox of Ana has. */
async function told(): Promise<readonly string[]> {
  await settled(scene)
  const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=ana@people.test`)
  const { mails } = (await answer.json()) as { mails: { subject: string; text: string }[] }
  return mails.filter(({ subject }) => /^Signing your documents/.test(subject)).map(({ text }) => text)
}

const jobsOf = ({ RunGUID }: Pick<Run, 'RunGUID'>) =>
  query(`select data->>'what' as what from pgboss.job where name = 'tell-run' and data->>'runId' = $1`, [RunGUID])

/** Authorised as many minutes ago as is said before anything of it is signed. */
async function signedAfter(minutes: number, documents: number): Promise<Run> {
  const { ana } = scene.people
  const run = await prepareRun(ana, await sendMany(scene, documents, 'ana'))
  await moveRun(ana, run, 'paused')
  await authorise(ana, run)
  await query(`update signing_runs set authorised_at = authorised_at - make_interval(mins => $2) where id = $1`, [
    ...[run.RunGUID, minutes],
  ])
  await moveRun(ana, run, 'going-on')
  await untilRun(ana, run, 'done')
  return run
}

test('a run that ends while its person looks is told by no mail', async () => {
  const run = await signedAfter(0, 1)
  expect(await jobsOf(run)).toEqual([])
})

test('one that ends later is told with how many documents were signed, and where to see them', async () => {
  const before = (await told()).length
  const run = await signedAfter(10, 2)
  expect(await jobsOf(run)).toEqual([{ what: 'ended' }])
  const after = await told()
  const [mail, ...others] = after.slice(0, after.length - before)
  expect(others).toEqual([])
  expect(mail).toContain('Signed: 2')
  expect(mail).not.toContain('Not signed')
  expect(mail).toContain('\nhttps://sign.example.test/documents\n')
})

test('one that waits for its person again, as a document got another signature meanwhile, says so', async () => {
  const { ana, biel } = scene.people
  const run = await prepareRun(ana, [await scene.send({ signers: ['ana', 'biel'] })])
  await moveRun(ana, run, 'paused')
  await authorise(ana, run)
  await query(`update signing_runs set authorised_at = now() - interval '10 minutes' where id = $1`, [run.RunGUID])
  const [other] = await query<{ id: string }>(
    `select signers.id from signers join signing_run_items as item on item.document_id = signers.document_id
     where run_id = $1 and signers.id <> item.signer_id`,
    [run.RunGUID],
  )
  expect(await trySigning(biel, other!.id)).toBe(204)
  await moveRun(ana, run, 'going-on')
  await untilRun(ana, run, 'needs-person')
  expect(await jobsOf(run)).toEqual([{ what: 'waits' }])
})

test('one that its person stopped is told by nothing', async () => {
  const { ana } = scene.people
  const run = await prepareRun(ana, await sendMany(scene, 1, 'ana'))
  await query(`update signing_runs set authorised_at = now() - interval '10 minutes' where id = $1`, [run.RunGUID])
  await moveRun(ana, run, 'stopped')
  await untilRun(ana, run, 'stopped')
  expect(await jobsOf(run)).toEqual([])
})

test('who is told on their devices gets no mail besides', async () => {
  const before = await told()
  await scene.people.ana.call.addDevice({
    body: {
      ...{ Name: 'A browser', Endpoint: 'https://push.example.test/one', TimeZone: 'Europe/Madrid' },
      ...{ P256dh: createECDH('prime256v1').generateKeys('base64url'), Auth: 'A'.repeat(22) },
    },
  })
  const run = await signedAfter(10, 1)
  expect(await jobsOf(run)).toEqual([{ what: 'ended' }])
  expect(await told()).toEqual(before)
})
