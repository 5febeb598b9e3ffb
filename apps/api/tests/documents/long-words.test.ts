import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, openScene, postDocument, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

/** Ideographs in no order, three bytes each: nothing that could be stored in less. */
const ideographs = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(randomInt(0x4e00, 0x9fff))).join('')

async function send(description: object): Promise<{ status: number; code?: string }> {
  const answer = await postDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: { fileName: 'a.pdf', signers: [{ userId: 'ana' }], ...description },
  })
  const { Code: code } = (await answer.json()) as { Code?: string }
  return { status: answer.status, code }
}

test('names and tags in any script are taken as long as the list can be sorted and searched by them', async () => {
  const fileName = ideographs(255)
  const senderName = ideographs(255)
  expect(await send({ fileName, senderName })).toMatchObject({ status: 201 })
  const tags = Array.from({ length: 20 }, () => ideographs(50))
  expect(await send({ tags })).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
  expect(await send({ fileName, senderName, tags: tags.slice(0, 8) })).toEqual({
    status: 400,
    code: 'VALIDATION_FAILED',
  })
})

test('names of letters that are longer when they are searched are taken all the same', async () => {
  // Devanagari letters with a dot: one character as they are written here, two when Unicode has composed them.
  const dotted = Array.from({ length: 255 }, () => String.fromCharCode(randomInt(0x958, 0x960))).join('')
  expect(await send({ fileName: dotted, senderName: dotted })).toMatchObject({ status: 201 })
})

test.each([
  { fileName: '\ud800.pdf' },
  { deadline: '9999-12-31T23:59:59-23:59' },
  { tags: ['%', '\\', "'"] },
  { senderName: '\u202e\n\r"' },
])('%j is taken', async (description) => {
  expect(await send(description)).toMatchObject({ status: 201 })
})

test.each(['From=0000-01-01', 'From=9999-12-31', 'To=9999-12-31', 'To=0000-01-01', 'Tag=%25&Sender=%5C'])(
  'the list is asked for with %s',
  async (query) => {
    const address = `${scene.portal.url}/api/pendingsignatures/paginated?${query}`
    const { status } = await fetch(address, { headers: { authorization: `Bearer ${scene.people.ana.token}` } })
    expect([200, 404]).toContain(status)
  },
)
