/** What a sender asks of one signer alone: something only they read, and with what they sign. */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { openScene, trySigning, type DemoName, type Scene } from '@rubrica/testing'

const PATIENCE = { timeout: 120_000, interval: 100 }

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  for (const name of ['ana', 'biel']) {
    await rows('update users set email = $1, language = $2 where user_id = $3', [`${name}@people.test`, 'en', name])
  }
})
afterAll(() => scene[Symbol.asyncDispose]())

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)
const send = (description: object) => scene.send({ signers: [], description })
const certificateOf = (name: DemoName) => scene.people[name].certificateId
const typeOf = async (name: DemoName) =>
  (await rows<{ type: string }>('select type from certificates where id = $1', [certificateOf(name)]))[0]!.type

const means = (userId: string, token = scene.senderToken) =>
  fetch(`${scene.portal.url}/api/v1/people/certificates?userId=${encodeURIComponent(userId)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
interface Means {
  readonly certificates: readonly { readonly guid: string; readonly type: string }[]
  readonly types: readonly string[]
}

async function mailTo(name: DemoName, fileName: string): Promise<string> {
  return vi.waitFor(async () => {
    const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${name}@people.test`)
    const { mails } = (await answer.json()) as { mails: { text: string }[] }
    const found = mails.find(({ text }) => text.includes(fileName))
    expect(found).toBeDefined()
    return found!.text
  }, PATIENCE)
}

test('what is written to one signer alone is in their mail and on their screen, and nobody else’s', async () => {
  await send({
    fileName: 'alone.pdf',
    signers: [
      { userId: 'ana', privateMessage: 'Your share is a third.', approvers: [{ userId: 'carla' }] },
      { userId: 'biel', privateMessage: 'Yours is two thirds.' },
    ],
  })
  const { List } = await scene.people.biel.call.pendingDocuments({ query: { FileName: 'alone' } })
  expect(List[0]).toMatchObject({ PrivateMessage: 'Yours is two thirds.' })
  expect(JSON.stringify(List)).not.toContain('a third')
  const mail = await mailTo('biel', 'alone.pdf')
  expect(mail).toContain('To you alone:\n> Yours is two thirds.')
  expect(mail).not.toContain('a third')
  const asked = await scene.people.carla.call.pendingApprovals({
    body: { Terms: { vidmobileuser: scene.people.carla.userId } },
  })
  expect(JSON.stringify(asked)).toContain('alone.pdf')
  expect(JSON.stringify(asked)).not.toContain('a third')
})

test('whoever takes the place of a signer does not learn what was written to the first', async () => {
  const { guid, signers } = await send({
    fileName: 'passed.pdf',
    signers: [{ userId: 'ana', privateMessage: 'Only between us.' }],
  })
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/signers/${signers[0]!.guid}/replaced`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ userId: 'biel' }),
  })
  expect(answer.status).toBeLessThan(300)
  const { List } = await scene.people.biel.call.pendingDocuments({ query: { FileName: 'passed' } })
  expect(List[0]).toMatchObject({ PrivateMessage: '' })
})

test('only a certificate of the demanded type signs, and the document says which', async () => {
  const type = await typeOf('ana')
  const other = type === 'software' ? 'keyvault' : 'software'
  const right = await send({ fileName: 'right.pdf', signers: [{ userId: 'ana', certificateType: type.toUpperCase() }] })
  const wrong = await send({ fileName: 'wrong.pdf', signers: [{ userId: 'ana', certificateType: other }] })
  const { List } = await scene.people.ana.call.pendingDocuments({ query: { FileName: 'right' } })
  expect(List[0]!.SignerDTO.DemandedCertificateType).toBe(type)
  expect(await trySigning(scene.people.ana, wrong.signers[0]!.guid)).toBe(422)
  expect(await trySigning(scene.people.ana, right.signers[0]!.guid)).toBe(204)
})

test('what somebody can sign with is what they hold and may use, for senders of their subscription alone', async () => {
  const type = await typeOf('ana')
  const held = (await (await means('ANA')).json()) as Means
  expect(held.certificates).toContainEqual(expect.objectContaining({ guid: certificateOf('ana'), type }))
  expect(held.types).toContain(type)
  const before = await rows<{ certificate_flags: string[] }>(
    `select certificate_flags from users where user_id = 'ana'`,
  )
  await rows(`update users set certificate_flags = '{Local}' where user_id = 'ana'`)
  expect(await (await means('ana')).json()).toEqual({ certificates: [], types: ['Local'] })
  await rows(`update users set certificate_flags = $1 where user_id = 'ana'`, [before[0]!.certificate_flags])
  expect((await means('nobody')).status).toBe(404)
  await rows(`update users set active = false where user_id = 'carla'`)
  expect((await means('carla')).status).toBe(404)
  await rows(`update users set active = true where user_id = 'carla'`)
})

test('who is added later gets what is asked of them alone, and nothing of what was asked of another', async () => {
  const { guid } = await send({ fileName: 'later.pdf', signers: [{ userId: 'ana', privateMessage: 'For Ana alone.' }] })
  const add = async (...addSigners: object[]) => {
    const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}`, {
      method: 'PATCH',
      headers: {
        ...{ authorization: `Bearer ${scene.senderToken}`, 'if-match': '*', 'content-type': 'application/json' },
      },
      body: JSON.stringify({ addSigners }),
    })
    return answer.status
  }
  expect(await add({ userId: 'biel' }, { userId: 'carla', privateMessage: 'For Carla alone.' })).toBe(200)
  const asked = await rows<{ private_message: string | null }>(
    'select private_message from signers where document_id = $1 order by ordinal',
    [guid],
  )
  expect(asked.map((row) => row.private_message)).toEqual(['For Ana alone.', null, 'For Carla alone.'])
})

test.each([
  ['of no kind', { userId: 'ana', certificateType: 'wax' }],
  ['beside a certificate', { userId: 'ana', certificateType: 'keyvault', certificate: crypto.randomUUID() }],
])('a demanded type %s is refused with its place', async (_what, signer) => {
  const form = new FormData()
  form.set('description', JSON.stringify({ fileName: 'a.pdf', signers: [signer] }))
  form.set('document', new Blob(['%PDF-']), 'a.pdf')
  const answer = await fetch(`${scene.portal.url}/api/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.senderToken}` },
    body: form,
  })
  const { Code, errors } = (await answer.json()) as { Code: string; errors: { pointer: string }[] }
  expect([answer.status, Code]).toEqual([400, 'VALIDATION_FAILED'])
  expect(errors[0]!.pointer).toMatch(/^#\/signers\/0\/certificate/)
})

test('somebody who is no longer active is not sent to', async () => {
  await rows(`update users set active = false where user_id = 'carla'`)
  const form = new FormData()
  form.set('description', JSON.stringify({ fileName: 'a.pdf', signers: [{ userId: 'carla' }] }))
  form.set('document', new Blob(['%PDF-']), 'a.pdf')
  const answer = await fetch(`${scene.portal.url}/api/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.senderToken}` },
    body: form,
  })
  expect([answer.status, ((await answer.json()) as { Code: string }).Code]).toEqual([422, 'SIGNER_UNKNOWN'])
  await rows(`update users set active = true where user_id = 'carla'`)
})

test('who sent a document reads again what was asked of each alone, to send it once more; a team that only looks does not', async () => {
  const sent = await scene.send({
    description: {
      fileName: 'again.pdf',
      signers: [
        { userId: 'ana', privateMessage: 'Your share is a third.', certificate: certificateOf('ana') },
        { userId: 'biel', certificateType: await typeOf('biel'), attachments: [1] },
      ],
    },
    signers: [],
    attachments: ['for-all.txt', 'for-biel.txt'].map((fileName) => ({ fileName, bytes: Buffer.from(fileName) })),
  })
  const ask = async (path: string, token: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${scene.portal.url}/api/v1/documents/${sent.guid}${path}`, { ...init, headers })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const { body } = await ask('', scene.senderToken)
  expect(body['signers']).toMatchObject([
    { privateMessage: 'Your share is a third.', certificate: { guid: certificateOf('ana') }, certificateType: null },
    { privateMessage: null, certificate: null, certificateType: await typeOf('biel') },
  ])
  const team = crypto.randomUUID()
  await rows(
    `with made as (insert into teams (id, subscription_id, name, created_at)
        select $1, subscription_id, 'Readers', now() from documents where id = $2 returning id),
      joined as (insert into team_members (team_id, user_id, may_manage) select id, $3, false from made)
      update documents set team_id = $1 where id = $2`,
    [team, sent.guid, scene.people.carla.userId],
  )
  await rows(`update user_subscriptions set roles = '{sender}' where user_id = $1`, [scene.people.carla.userId])
  const seen = await ask('', scene.people.carla.token)
  expect([seen.status, seen.body['mayManage']]).toEqual([200, false])
  expect(JSON.stringify(seen.body)).not.toContain('a third')
  const copied = await ask('/uploads', scene.senderToken, { method: 'POST', body: '{"file":"original"}' })
  const bielsGuid = (body['signers'] as { guid: string }[])[1]!.guid
  expect(copied.body['attachments']).toHaveLength(2)
  expect(copied.body['addressees']).toEqual([[], [bielsGuid]])
})
