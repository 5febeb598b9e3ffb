/**
 * What is left to a person of a document that they have signed: they can look at it and take it away; nobody else can.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askPdfsig, makePdf, openScene, trySigning, type DemoName, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = (text: string, values: unknown[] = []) => scene.portal.server.database!.query(text, values)
const attachments = [{ fileName: 'Annex.pdf', bytes: makePdf({ text: 'Annex' }) }]

async function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    (error: { status: number }) => error.status,
  )
}

/** How each way of looking at a document is answered to a person. */
async function look(who: DemoName, docGuid: string, signerGuid: string) {
  const { call } = scene.people[who]
  const page = { docGuid, page: '1' }
  return {
    page: await statusOf(call.renderedDocument({ params: page, query: {} })),
    words: await statusOf(call.pageText({ params: page })),
    file: await statusOf(call.downloadDocument({ params: { docGuid } })),
    info: await statusOf(call.documentInfo({ params: { docGuid } })),
    row: await statusOf(call.decidedDocument({ params: { docGuid } })),
    places: await statusOf(call.signaturePlaces({ params: { signerGuid } })),
    signatures: await statusOf(call.documentSignatures({ params: { signerGuid } })),
    revision: await statusOf(call.revisionPage({ params: { signerGuid, revision: '1', page: '1' }, query: {} })),
    attachments: await statusOf(call.attachments({ params: { signerGuid } })),
  }
}

const ALL = {
  page: 200, words: 200, file: 200, info: 200, row: 200, places: 200, signatures: 200, revision: 200, attachments: 200,
} // prettier-ignore
const NONE = {
  page: 404, words: 404, file: 404, info: 404, row: 404, places: 404, signatures: 404, revision: 404, attachments: 403,
} // prettier-ignore

test('who has signed a document looks at it and takes it away, while others sign and once all have', async () => {
  const { guid, signers } = await scene.send({
    signers: ['ana', 'biel'],
    attachments,
    description: { fileName: 'Kept.pdf' },
  })
  const [ana, biel] = signers.map((signer) => signer.guid) as [string, string]
  expect(await trySigning(scene.people.ana, ana)).toBe(204)
  expect(await look('ana', guid, ana)).toEqual(ALL)
  expect(await trySigning(scene.people.biel, biel)).toBe(204)
  expect(await look('ana', guid, ana)).toEqual(ALL)
  const { call } = scene.people.ana
  const { DocContent, FileName } = await call.downloadDocument({ params: { docGuid: guid } })
  expect(FileName).toBe('Kept.pdf')
  expect((await askPdfsig(Buffer.from(DocContent, 'base64'))).verdicts).toHaveLength(2)
  const row = await call.decidedDocument({ params: { docGuid: guid } })
  expect(row).toMatchObject({ DocGUI: guid, FileName: 'Kept.pdf', SignerDTO: { SignerGUID: ana, HasAttachment: true } })
  const { Signers } = await call.documentInfo({ params: { docGuid: guid } })
  expect(row.OperationTime).toBe(Signers.find(({ GUID }) => GUID === ana)!.OperationTime)
})

test('what one has signed stays there when somebody else rejects it; who rejected it is told that it is over', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana', 'biel'], attachments })
  const [ana, biel] = signers.map((signer) => signer.guid) as [string, string]
  expect(await trySigning(scene.people.ana, ana)).toBe(204)
  await scene.people.biel.call.rejectDocument({
    params: { signerGuid: biel },
    body: { RejectionReason: 'No', AccessMethod: 'USER_PASS' },
  })
  expect(await look('ana', guid, ana)).toEqual(ALL)
  expect(await look('biel', guid, biel)).toMatchObject({ page: 200, file: 200, info: 409, row: 200 })
})

test('of what somebody else has signed nobody learns anything, and what still waits is no signed document', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana', 'biel'], attachments })
  const [ana, biel] = signers.map((signer) => signer.guid) as [string, string]
  expect(await trySigning(scene.people.ana, ana)).toBe(204)
  expect(await look('carla', guid, ana)).toEqual(NONE)
  expect(await look('biel', guid, biel)).toMatchObject({ info: 200, row: 404 })
  expect(await look('biel', guid, ana)).toMatchObject({ places: 404, signatures: 404, revision: 404, attachments: 403 })
})

test('a signed document asks for nothing more: it can neither be signed again nor rejected', async () => {
  const { signers } = await scene.send({ signers: ['ana'] })
  const { guid } = signers[0]!
  expect(await trySigning(scene.people.ana, guid)).toBe(204)
  expect(await trySigning(scene.people.ana, guid)).toBe(409)
  const rejecting = scene.people.ana.call.rejectDocument({
    params: { signerGuid: guid },
    body: { RejectionReason: 'No', AccessMethod: 'USER_PASS' },
  })
  await expect(rejecting).rejects.toMatchObject({ status: 409 })
})

const placesOf = (signerGuid: string) => scene.people.ana.call.signaturePlaces({ params: { signerGuid } })

test.each([
  ['as it is', '', { Left: 0.1, Top: 0.8, Width: 0.4, Height: 0.1 }, [595, 842]],
  ['turned', '/Rotate 90', { Left: 0.1, Top: 0.8, Width: 0.4, Height: 0.1 }, [842, 595]],
  ['cropped', '/CropBox [100 100 400 500]', { Left: 0.1, Top: 0.8, Width: 0.4, Height: 0.1 }, [300, 400]],
  ['in larger units', '/UserUnit 2', { Left: 0.1, Top: 0.8, Width: 0.4, Height: 0.1 }, [1190, 1684]],
] as const)('a signer is told where the signature will stand on a page %s', async (_, entry, wanted, [wide, high]) => {
  const place = (page: number) => ({ page, x: 0.1 * wide, y: 0.1 * high, width: 0.4 * wide, height: 0.1 * high })
  const { signers } = await scene.send({
    signers: ['ana'],
    pdf: makePdf({ pages: 2, page: entry }),
    signer: { positions: [place(2), place(1)] },
  })
  const places = await placesOf(signers[0]!.guid)
  expect(places.map(({ Page }) => Page)).toEqual([1, 2])
  for (const place of places) {
    for (const [name, share] of Object.entries(wanted)) expect(place[name as 'Left'], name).toBeCloseTo(share, 5)
  }
})

test('who signs unseen has no place, and fields of before page sizes were kept have none', async () => {
  const unseen = await scene.send({ signers: ['ana'] })
  expect(await placesOf(unseen.signers[0]!.guid)).toEqual([])
  const positions = [{ page: 1, x: 50, y: 50, width: 200, height: 60 }]
  const before = await scene.send({ signers: ['ana'], signer: { positions } })
  await query('update signature_fields set page_width = null where document_id = $1', [before.guid])
  expect(await placesOf(before.signers[0]!.guid)).toEqual([])
})
