import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, type DemoName, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

async function reject(who: DemoName, signerGuid: string, reason = 'Wrong annex'): Promise<number> {
  const body = { RejectionReason: reason, AccessMethod: 'USER_PASS' as const }
  return scene.people[who].call.rejectDocument({ params: { signerGuid }, body }).then(
    () => 204,
    (error: { status: number }) => error.status,
  )
}

const query = <Row extends object>(text: string, values: unknown[]) =>
  scene.portal.server.database!.query<Row>(text, values)

test('of ten rejections at once one gets 204, the others 409, and one event is logged', async () => {
  for (let round = 0; round < 5; round++) {
    const { guid, signers } = await scene.send({ signers: ['ana'] })
    const answers = await Promise.all(Array.from({ length: 10 }, () => reject('ana', signers[0]!.guid)))
    expect(answers.toSorted()).toEqual([204, ...Array.from({ length: 9 }, () => 409)])
    const events = await query(`select 1 from audit_events where document_id = $1 and type = 'document-rejected'`, [
      guid,
    ])
    expect(events).toHaveLength(1)
  }
})

test('two signers who reject at once end the document once, without a deadlock', async () => {
  for (let round = 0; round < 5; round++) {
    const { guid, signers } = await scene.send({ signers: ['ana', 'biel', 'carla'] })
    const answers = await Promise.all([reject('ana', signers[0]!.guid), reject('biel', signers[1]!.guid)])
    expect(answers.toSorted()).toEqual([204, 409])
    const rows = await query<{ state: string }>('select state from signers where document_id = $1 order by state', [
      guid,
    ])
    expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'rejected'])
    expect(await query('select state from documents where id = $1', [guid])).toEqual([{ state: 'rejected' }])
  }
})

test('a rejected document leaves every list, and its info is 409', async () => {
  const { guid, signers } = await scene.send({
    signers: ['ana', 'biel'],
    description: { fileName: 'only-this-one.pdf' },
  })
  expect(await reject('ana', signers[0]!.guid)).toBe(204)
  for (const who of ['ana', 'biel'] as const) {
    const { call } = scene.people[who]
    await expect(call.pendingDocuments({ query: { FileName: 'only-this-one' } })).rejects.toMatchObject({ status: 404 })
    await expect(call.documentInfo({ params: { docGuid: guid } })).rejects.toMatchObject({
      status: 409,
      code: 'DOCUMENT_NO_LONGER_AVAILABLE',
    })
  }
})

test('the sender sees who rejected and why', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana'] })
  await reject('ana', signers[0]!.guid, '  Missing annex  ')
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}`, {
    headers: { authorization: `Bearer ${scene.senderToken}` },
  })
  expect(await answer.json()).toMatchObject({
    state: 'rejected',
    signers: [{ userId: 'ana', state: 'rejected', reason: 'Missing annex' }],
  })
})

test('a signer whose turn has not come, and somebody else, get 404', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana', 'biel'], description: { order: 'sequential' } })
  expect(await reject('biel', signers[1]!.guid)).toBe(404)
  expect(await reject('carla', signers[0]!.guid)).toBe(404)
  const { call } = scene.people.biel
  await expect(call.documentInfo({ params: { docGuid: guid } })).rejects.toMatchObject({ status: 404 })
  await expect(call.downloadDocument({ params: { docGuid: guid } })).rejects.toMatchObject({ status: 404 })
})

test('while this signer’s signature is being made, rejecting is 423 and changes nothing', async () => {
  const { signers } = await scene.send({ signers: ['ana'] })
  await query(`update signers set state = 'signing' where id = $1`, [signers[0]!.guid])
  expect(await reject('ana', signers[0]!.guid)).toBe(423)
  await query(`update signers set state = 'pending' where id = $1`, [signers[0]!.guid])
  expect(await reject('ana', signers[0]!.guid)).toBe(204)
})

test.each([
  ['', 400],
  ['   ', 400],
  ['x'.repeat(451), 400],
  ['x'.repeat(450), 204],
  ['a\u0000b', 400],
])('a reason like %j is answered %i', async (reason, status) => {
  const { signers } = await scene.send({ signers: ['ana'] })
  expect(await reject('ana', signers[0]!.guid, reason)).toBe(status)
})
