/** The fields of a file are made anew when people come and go or places move: what is signed then, and by whom. */
import { beforeAll, describe, expect, test } from 'vitest'
import { askPdfsig, IN_FULL_RUN, type Scene } from '@rubrica/testing'
import { at, changingScene } from '../scenes/changing-scene.ts'

const {
  approve,
  change,
  faultsOfAll,
  opened,
  placesOf,
  query,
  sendPlaced: send,
  sign,
  statusOf,
} = changingScene({ CALLS_PER_MINUTE: '1000000' })
let scene: Scene
beforeAll(() => {
  scene = opened()
})

describe('the file that is signed then', () => {
  test('has the fields of everybody who is on it, each where they were placed last, and no trace of the others', async () => {
    const document = await send()
    const [anas, biels] = document.signers
    await change(document.guid, { addSigners: [{ userId: 'carla', positions: [at(50, 200)] }] })
    await change(document.guid, { removeSigners: [biels!.guid] })
    await change(document.guid, { signers: [{ guid: anas!.guid, positions: [at(60, 300)] }] })
    const places = await placesOf(document.guid)
    expect(places).toMatchObject([
      { user_id: 'ana', x: 60, y: 300 },
      { user_id: 'carla', x: 50, y: 200 },
    ])
    const { signers, state } = await statusOf(document.guid)
    expect(signers.map(({ userId, state: each }) => [userId, each])).toEqual([
      ['ana', 'pending'],
      ['biel', 'removed'],
      ['carla', 'pending'],
    ])
    expect(state).toBe('open')
    expect(await sign('carla', signers[2]!)).toBe(204)
    expect(await sign('ana', anas!)).toBe(204)
    expect(await statusOf(document.guid)).toMatchObject({ state: 'completed' })
    const file = await scene.download(document)
    expect((await askPdfsig(file)).verdicts).toEqual(['Signature is Valid.', 'Signature is Valid.'])
    const stems = (text: string) => new Set(text.match(/Rubrica-[\da-f]{8}-\d+/g))
    expect(stems(Buffer.from(file).toString('latin1'))).toEqual(stems(places.map(({ name }) => name).join()))
  })

  test('is what everybody reads on in: who has read or approved need not do so again, and finds what they decided on', async () => {
    const document = await send()
    const [anas] = document.signers
    const pages = { params: { docGuid: document.guid, page: '1' }, query: { width: '800' } } as const
    await scene.people.ana.call.renderedDocument(pages)
    const approverGuid = await approve(document)
    await change(document.guid, { addSigners: [{ userId: 'carla' }] })
    const views = await query(
      'select revision from page_views join signers on signers.id = signer_id where document_id = $1',
      [document.guid],
    )
    expect(views).toEqual([{ revision: 1 }])
    const decided = await query<{ decided_revision: number; digest: Buffer }>(
      `select decided_revision, digest from approvers
       join revisions on revisions.document_id = approvers.document_id and number = decided_revision
       where approvers.id = $1`,
      [approverGuid],
    )
    expect(decided).toMatchObject([{ decided_revision: 1 }])
    const shown = await scene.people.carla.call.approvalPages({
      params: { approverGuid, page: '1' },
      query: { width: '800' },
    })
    expect(JSON.stringify(shown).length).toBeGreaterThan(1000)
    expect(await sign('ana', anas!)).toBe(204)
    const { verdicts } = await askPdfsig(await scene.download(document))
    expect(verdicts).toEqual(['Signature is Valid.'])
  })

  test('keeps the signatures that the file came with', async () => {
    const first = await scene.send({ signers: ['carla'] })
    expect(await sign('carla', first.signers[0]!)).toBe(204)
    const document = await scene.send({ signers: ['ana'], pdf: await scene.download(first) })
    const answer = await change(document.guid, { addSigners: [{ userId: 'biel', positions: [at(300, 300)] }] })
    expect(answer.status).toBe(200)
    const { signers } = await statusOf(document.guid)
    expect(await sign('biel', signers[1]!)).toBe(204)
    const { verdicts } = await askPdfsig(await scene.download(document))
    expect(verdicts).toEqual(['Signature is Valid.', 'Signature is Valid.'])
  })
})

test('a change of people against a signature that begins has one winner', { timeout: 300_000 }, async () => {
  const rounds = IN_FULL_RUN ? 40 : 6
  for (let round = 0; round < rounds; round++) {
    const { guid, signers } = await scene.send({ signers: ['ana', 'biel'] })
    const [signed, changed] = await Promise.all([
      sign('ana', signers[0]!),
      change(guid, { removeSigners: [signers[1]!.guid] }).then(({ status }) => status),
    ])
    const after = await statusOf(guid)
    // A signature that comes after the change is made on the new fields.
    if (changed === 200) expect(after.signers[1]!.state).toBe('removed')
    else expect([changed, signed, after.version]).toEqual([409, 204, 1])
    expect(after.signers[0]!.state).toBe(signed === 204 ? 'signed' : 'pending')
    const { verdicts } = await askPdfsig(await scene.download({ guid }))
    expect(verdicts).toHaveLength(signed === 204 ? 1 : 0)
    if (signed !== 204) expect(await sign('ana', signers[0]!)).toBe(204)
  }
})

test('the log of every document agrees with its rows then, and every object with its digest', async () => {
  expect(await faultsOfAll()).toEqual([])
})
