/** A principal shows the document by which they authorise their deputy, where they like, or where they must. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openScene, runCli, trySigning, type DemoName, type Scene } from '@rubrica/testing'
import { codeOf } from '../scenes/authorise-signing.ts'
import { openStandingIn } from '../scenes/standing-in-scene.ts'

let scene: Scene
const { propose, accept, end, endAll, standIn, sign } = openStandingIn(() => scene)

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(() => endAll())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Signed by those people, one after the other. */
async function signedBy(...names: DemoName[]) {
  const sent = await scene.send({
    signers: names,
    description: { fileName: `Authorisation by ${names.join(' and ')}.pdf` },
  })
  for (const [index, name] of names.entries())
    expect(await trySigning(scene.people[name], sent.signers[index]!.guid)).toBe(204)
  return sent
}

const demand = async (wish: '--mandates' | '--no-mandates') => {
  const { server } = scene.portal
  const { code } = await runCli(['subscription', 'set', 'Demo', wish], {
    DATABASE_URL: server.database!.url,
    DATA_DIR: server.dataDir,
  })
  expect(code).toBe(0)
}

const shown = async (who: DemoName, substitutionGuid: string) =>
  (await scene.people[who].call.substitutions({})).find(({ Guid }) => Guid === substitutionGuid)!.Mandate

test('what the principal has signed is shown to both of them, as it was signed, and to nobody else', async () => {
  const mandate = await signedBy('ana', 'carla')
  const substitution = await propose('ana', 'biel', { mandate: mandate.guid })
  const digest = sha256(await scene.download(mandate))
  for (const who of ['ana', 'biel'] as const) {
    expect(await shown(who, substitution)).toEqual({ FileName: 'Authorisation by ana and carla.pdf', Digest: digest })
    const file = await scene.people[who].call.mandate({ params: { substitutionGuid: substitution } })
    expect(sha256(Buffer.from(file.DocContent, 'base64'))).toBe(digest)
  }
  const stranger = scene.people.carla.call.mandate({ params: { substitutionGuid: substitution } })
  expect(await codeOf(stranger)).toBe('NOT_FOUND')
})

test('what a deputy does by it names it in the log of the document, which whoever audits it agrees with', async () => {
  const mandate = await signedBy('ana')
  const substitution = await standIn('ana', 'biel', { mandate: mandate.guid })
  const document = await scene.send({ signers: ['ana'] })
  await sign('biel', document, { substitution })
  const [event] = await query<{ canonical: string }>(
    `select canonical from audit_events where document_id = $1 and type = 'document-signed'`,
    [document.guid],
  )
  expect(JSON.parse(event!.canonical)).toMatchObject({
    facts: { substitutionId: substitution, mandateDigest: sha256(await scene.download(mandate)) },
  })
  const { server } = scene.portal
  const { code } = await runCli(['audit', 'verify'], { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir })
  expect(code).toBe(0)
})

test('no document serves that others have yet to sign, that somebody else has signed, or that a deputy has', async () => {
  const half = await scene.send({ signers: ['ana', 'biel'] })
  expect(await trySigning(scene.people.ana, half.signers[0]!.guid)).toBe(204)
  const ofAnother = await signedBy('carla')
  const substitution = await standIn('ana', 'biel')
  const byDeputy = await scene.send({ signers: ['ana'] })
  await sign('biel', byDeputy, { substitution })
  for (const { guid } of [half, ofAnother, byDeputy, { guid: crypto.randomUUID() }])
    expect(await codeOf(propose('ana', 'carla', { mandate: guid }))).toBe('MANDATE_UNFIT')
})

test('where the subscription demands one nobody is named without, and what was agreed before stays', async () => {
  const before = await standIn('ana', 'biel')
  await demand('--mandates')
  const mandate = await signedBy('ana')
  const offered = await scene.people.ana.call.possibleMandates({})
  expect(offered).toMatchObject({ AreDemanded: true })
  expect(offered.Documents[0]).toMatchObject({ DocumentGUID: mandate.guid, FileName: 'Authorisation by ana.pdf' })
  expect(await codeOf(propose('ana', 'carla'))).toBe('MANDATE_MISSING')
  const named = await propose('ana', 'carla', { mandate: mandate.guid })
  await accept('carla', named)
  const document = await scene.send({ signers: ['ana'] })
  await sign('biel', document, { substitution: before })
  await demand('--no-mandates')
  expect(await scene.people.ana.call.possibleMandates({})).toMatchObject({ AreDemanded: false })
  expect(await codeOf(propose('ana', 'carla'))).toBe('NONE')
})

test('who was asked and has not accepted reads no mandate once that is over', async () => {
  const mandate = await signedBy('ana')
  const read = (substitutionGuid: string) => codeOf(scene.people.biel.call.mandate({ params: { substitutionGuid } }))
  const takenBack = await propose('ana', 'biel', { mandate: mandate.guid })
  expect(await read(takenBack)).toBe('NONE')
  await end('ana', takenBack)
  expect(await read(takenBack)).toBe('NOT_FOUND')
  const ended = await standIn('ana', 'biel', { mandate: mandate.guid })
  await end('ana', ended)
  expect(await read(ended)).toBe('NONE')
})

test('of several subscriptions that of the deputy counts', async () => {
  await query(`insert into subscriptions (id, name, primary_color, primary_text_color, secondary_color,
    secondary_text_color, created_at) values (gen_random_uuid(), 'Other', '#00bf71', '#ffffff', '#00bf71', '#ffffff', now())`)
  await query(`insert into user_subscriptions (user_id, subscription_id)
    select users.id, subscriptions.id from users, subscriptions where user_id = 'ana' and subscriptions.name = 'Other'`)
  await demand('--mandates')
  expect(await scene.people.ana.call.possibleMandates({})).toMatchObject({ AreDemanded: false })
  expect(await codeOf(propose('ana', 'biel'))).toBe('MANDATE_MISSING')
  await demand('--no-mandates')
  await query(
    `delete from user_subscriptions where subscription_id = (select id from subscriptions where name = 'Other')`,
  )
})

test('a mandate that has been deleted is named all the same, and read no more', async () => {
  const mandate = await signedBy('ana')
  const substitution = await propose('ana', 'biel', { mandate: mandate.guid })
  const { server } = scene.portal
  const { code } = await runCli(['delete', mandate.guid, '--reason', 'Kept too long'], {
    DATABASE_URL: server.database!.url,
    DATA_DIR: server.dataDir,
  })
  expect(code).toBe(0)
  expect(await shown('biel', substitution)).toMatchObject({ FileName: 'Authorisation by ana.pdf' })
  const read = scene.people.biel.call.mandate({ params: { substitutionGuid: substitution } })
  expect(await codeOf(read)).toBe('NOT_FOUND')
})
