import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askPdfsig, openScene, type Scene } from '@rubrica/testing'
import { openBatch, refusalOf, sendSeveral, sign, signaturesOf } from '../scenes/authorise-signing.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { CALLS_PER_MINUTE: '1000000' } })
})
afterAll(() => scene[Symbol.asyncDispose]())

test('two tabs that sign the same batch at once sign each document once', async () => {
  const { ana } = scene.people
  const documents = await sendSeveral(scene, 6, 'ana')
  const { BatchId, Failed } = await openBatch(ana, ana.certificateId, documents)
  expect(Failed).toEqual([])
  const tab = async () => {
    const statuses: number[] = []
    for (const document of documents) {
      const { status } = await refusalOf(sign(ana, document, { PIN: ana.pin, BatchId }))
      statuses.push(status)
    }
    return statuses
  }
  const [one, other] = await Promise.all([tab(), tab()])
  for (const [index, document] of documents.entries()) {
    expect([one[index], other[index]].sort()).toEqual([200, 409])
    expect(await signaturesOf(scene, document)).toBe(1)
  }
  expect((await askPdfsig(await scene.download(documents[5]!))).verdicts).toEqual(['Signature is Valid.'])
})

test('a wrong PIN in the middle of a batch is refused and counted, and the right one goes on', async () => {
  const { ana } = scene.people
  const documents = await sendSeveral(scene, 2, 'ana')
  const { BatchId } = await openBatch(ana, ana.certificateId, documents)
  await sign(ana, documents[0]!, { PIN: ana.pin, BatchId })
  expect(await refusalOf(sign(ana, documents[1]!, { PIN: 'wrong', BatchId }))).toMatchObject({
    code: 'WRONG_PIN',
    details: { TriesLeft: 4 },
  })
  await sign(ana, documents[1]!, { PIN: ana.pin, BatchId })
})

test('guesses at a key that is kept are as few as all others, however many come at once', async () => {
  const scene = await openScene({ postgres: inject('sharedPostgres'), env: { CALLS_PER_MINUTE: '1000000' } })
  try {
    const { ana } = scene.people
    const documents = await sendSeveral(scene, 14, 'ana')
    const { BatchId } = await openBatch(ana, ana.certificateId, documents)
    await sign(ana, documents[0]!, { PIN: ana.pin, BatchId })
    const wrong = documents.slice(1, 12).map((document, index) => sign(ana, document, { PIN: `no ${index}`, BatchId }))
    const right = sign(ana, documents[12]!, { PIN: ana.pin, BatchId })
    const answers = await Promise.all([...wrong, right].map(refusalOf))
    const last = answers.pop()!
    expect(last.status === 200 || last.code === 'PIN_LOCKED', 'the right one among them signs or comes too late').toBe(
      true,
    )
    // Where it came in between, those before it are forgotten.
    const most = last.status === 200 ? 8 : 4
    expect(answers.filter(({ code }) => code === 'WRONG_PIN').length).toBeLessThanOrEqual(most)
    expect([...new Set(answers.map(({ code }) => code))].toSorted()).toEqual(['PIN_LOCKED', 'WRONG_PIN'])
    expect(await refusalOf(sign(ana, documents[13]!, { PIN: ana.pin, BatchId }))).toMatchObject({ code: 'PIN_LOCKED' })
  } finally {
    await scene[Symbol.asyncDispose]()
  }
})

test('a batch that is somebody else’s, over or unknown gives nothing: each PIN counts for itself', async () => {
  const { ana, carla } = scene.people
  const [first, second, third] = await sendSeveral(scene, 3, 'carla')
  const { BatchId } = await openBatch(ana, ana.certificateId, await sendSeveral(scene, 1, 'ana'))
  await sign(carla, first!, { PIN: carla.pin, BatchId })
  await sign(carla, second!, { PIN: carla.pin, BatchId: crypto.randomUUID() })
  expect(await refusalOf(sign(carla, third!, { PIN: ana.pin, BatchId }))).toMatchObject({ code: 'WRONG_PIN' })
})

test('once a key is locked by wrong PINs elsewhere, the batch that had opened it stops', async () => {
  const { carla } = scene.people
  const documents = await sendSeveral(scene, 3, 'carla')
  const { BatchId } = await openBatch(carla, carla.certificateId, documents)
  await sign(carla, documents[0]!, { PIN: carla.pin, BatchId })
  for (let tries = 0; tries < 5; tries++) await refusalOf(sign(carla, documents[1]!, { PIN: `wrong ${tries}` }))
  expect(await refusalOf(sign(carla, documents[2]!, { PIN: carla.pin, BatchId }))).toMatchObject({
    status: 423,
    code: 'PIN_LOCKED',
  })
})

test('after a change of PIN the old one opens nothing any more, in a batch neither', async () => {
  const { biel } = scene.people
  const documents = await sendSeveral(scene, 3, 'biel')
  const { BatchId } = await openBatch(biel, biel.certificateId, documents)
  await sign(biel, documents[0]!, { PIN: biel.pin, BatchId })
  await biel.call.changePin({
    params: { id: biel.userId, guid: biel.certificateId },
    body: { CurrentPin: biel.pin, NewPin: 'another' },
  })
  expect(await refusalOf(sign(biel, documents[1]!, { PIN: biel.pin, BatchId }))).toMatchObject({ code: 'WRONG_PIN' })
  await sign(biel, documents[1]!, { PIN: 'another', BatchId })
})

test('without the name of a certificate the newest valid one of the type signs', async () => {
  const { ana } = scene.people
  const [document] = await sendSeveral(scene, 1, 'ana')
  await sign(ana, document!, { CertGUID: undefined, PIN: ana.pin })
  expect(await signaturesOf(scene, document!)).toBe(1)
})

test('a batch of nothing, of too many or with the certificate of somebody else is refused', async () => {
  const { ana, biel } = scene.people
  const batch = (CertGUID: string, count: number) =>
    refusalOf(
      ana.call.prepareBatch({
        body: { CertGUID, SignerGUIDs: Array.from({ length: count }, () => crypto.randomUUID()) },
      }),
    )
  expect(await batch(ana.certificateId, 0)).toMatchObject({ status: 400 })
  expect(await batch(ana.certificateId, 201)).toMatchObject({ status: 400 })
  expect(await batch(biel.certificateId, 1)).toMatchObject({ status: 404, code: 'CERTIFICATE_NOT_FOUND' })
})
