/** One signer, several places: one signature, and its stamp in each of them. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  askPdfsig,
  makePdf,
  openScene,
  postDocument,
  termsOf,
  trySigning,
  type DemoName,
  type Scene,
} from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const VALID = 'Signature is Valid.'
const positionsAt = (x: number, pages = [1, 2, 3]) => pages.map((page) => ({ page, x, y: 60, width: 200, height: 60 }))
const sendToTwo = (order: 'parallel' | 'sequential') =>
  scene.send({
    signers: [],
    pdf: makePdf({ pages: 3 }),
    description: {
      order,
      signers: [
        { userId: 'ana', reason: 'Conforme', positions: positionsAt(40) },
        { userId: 'carla', positions: positionsAt(300) },
      ],
    },
  })

/** Signs as who has accepted that the signature is seen in several places. */
const sign = async (name: DemoName, { guid }: { guid: string }) =>
  trySigning(scene.people[name], guid, { accepted: await termsOf(scene.people[name], guid) })

async function pageImages(docGuid: string): Promise<string[]> {
  const { DocPageRendered } = await scene.people.carla.call.renderedDocument({
    params: { docGuid, page: '1' },
    query: { count: '3' },
  })
  return DocPageRendered
}

test('two signers with several positions each sign in turn: every place shows it, every signature is valid, the last covers the whole file', async () => {
  const document = await sendToTwo('parallel')
  const [ana, carla] = document.signers
  const before = await pageImages(document.guid)
  expect(await sign('ana', ana!)).toBe(204)
  const after = await pageImages(document.guid)
  for (const [index, image] of after.entries()) expect(image, `page ${index + 1}`).not.toBe(before[index])
  expect(await sign('carla', carla!)).toBe(204)
  expect(await askPdfsig(await scene.download(document))).toEqual({ verdicts: [VALID, VALID], wholeFile: true })
})

test('two signers with several positions who sign at the same moment both end signed', async () => {
  const document = await sendToTwo('parallel')
  const [ana, carla] = document.signers
  const answers = await Promise.all([sign('ana', ana!), sign('carla', carla!)])
  expect(answers).toEqual([204, 204])
  expect(await askPdfsig(await scene.download(document))).toEqual({ verdicts: [VALID, VALID], wholeFile: true })
})

test('a file that is signed already is taken with one position for a signer, and refused with several', async () => {
  const first = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 3 }) })
  expect(await trySigning(scene.people.ana, first.signers[0]!.guid)).toBe(204)
  const signed = await scene.download(first)
  const send = (pages: number[]) =>
    postDocument(scene.portal.url, scene.senderToken, {
      document: signed,
      description: { fileName: 'again.pdf', signers: [{ userId: 'biel', positions: positionsAt(40, pages) }] },
    })
  const refused = await send([1, 2])
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ Code: 'PDF_REFUSED', Details: { Reason: 'BUTTON_IN_SIGNED_FILE' } })
  expect((await send([2])).status).toBe(201)
})

test('each further position is on a page that is there, and inside of it', async () => {
  const send = (position: object) =>
    postDocument(scene.portal.url, scene.senderToken, {
      document: makePdf({ pages: 2 }),
      description: { fileName: 'a.pdf', signers: [{ userId: 'biel', positions: [...positionsAt(40, [1]), position] }] },
    })
  for (const position of [{ ...positionsAt(40, [3])[0]! }, { ...positionsAt(40, [2])[0]!, x: 500 }]) {
    const refused = await send(position)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ Code: 'POSITION_INVALID' })
  }
})
