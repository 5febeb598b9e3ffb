import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, openScene, runCli, trySigning, type DemoName, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[]) =>
  scene.portal.server.database!.query<Row>(text, values)

async function look(who: DemoName, docGuid: string, rest: string): Promise<Buffer> {
  const address = `${scene.portal.url}/api/documentrendered/${docGuid}/remote/pages/${rest}`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${scene.people[who].token}` } })
  const { DocPageRendered } = (await answer.json()) as { DocPageRendered: string[] }
  return Buffer.from(DocPageRendered[0]!, 'base64')
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** As anybody would put it together who has the list of what was served. */
const digestOfLines = (served: readonly string[]) => sha256(served.map((line) => `${line}\n`).join(''))

async function loggedDigest(type: string, signerGuid: string): Promise<string> {
  const [row] = await query<{ digest: string }>(
    `select canonical::json->'facts'->>'pagesDigest' as digest from audit_events
     where type = $1 and canonical::json->'facts'->>'signerId' = $2`,
    [type, signerGuid],
  )
  return row!.digest
}

async function recordedLines(signerGuid: string): Promise<string[]> {
  const rows = await query<{ revision: number; page: number; image: string }>(
    `select revision, page, encode(image_digest, 'hex') as image from page_views where signer_id = $1
     order by revision, page, image_digest`,
    [signerGuid],
  )
  return rows.map(({ revision, page, image }) => `${revision} ${page} ${image}`)
}

test('a signature names the pages that were served to its signer: of each revision, each image', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana', 'carla'], pdf: makePdf({ pages: 2 }) })
  const before = await look('carla', guid, '1')
  const wide = await look('carla', guid, '1?width=1440')
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
  const after = await look('carla', guid, '1')
  const second = await look('carla', guid, '2')
  expect(await trySigning(scene.people.carla, signers[1]!.guid)).toBe(204)
  const first = [sha256(before), sha256(wide)].sort().map((image) => `1 1 ${image}`)
  const served = [...first, `2 1 ${sha256(after)}`, `2 2 ${sha256(second)}`]
  expect(await recordedLines(signers[1]!.guid)).toEqual(served)
  expect(await loggedDigest('document-signed', signers[1]!.guid)).toBe(digestOfLines(served))
  // Who has looked at nothing says that, too.
  expect(await loggedDigest('document-signed', signers[0]!.guid)).toBe(sha256(''))
})

test('a rejection names the pages that were served, and what is looked at afterwards is not recorded', async () => {
  const { guid, signers } = await scene.send({ signers: ['biel'], pdf: makePdf({ pages: 2 }) })
  const seen = await look('biel', guid, '1')
  const { biel } = scene.people
  await biel.call.rejectDocument({
    params: { signerGuid: signers[0]!.guid },
    body: { RejectionReason: 'The second page is missing.', AccessMethod: 'USER_PASS' },
  })
  await look('biel', guid, '2').catch(() => undefined)
  const served = [`1 1 ${sha256(seen)}`]
  expect(await recordedLines(signers[0]!.guid)).toEqual(served)
  expect(await loggedDigest('document-rejected', signers[0]!.guid)).toBe(digestOfLines(served))
})

async function sentToApprover(pages = 2) {
  const sent = await scene.send({
    signers: ['ana'],
    signer: { approvers: [{ userId: 'biel' }] },
    pdf: makePdf({ pages }),
  })
  const { userId, call } = scene.people.biel
  const waiting = await call.pendingApprovals({ body: { Terms: { vidmobileuser: userId } } })
  const approverGuid = waiting.find(({ DocGuid }) => DocGuid === sent.guid)!.ApproverGuid
  return { signerGuid: sent.signers[0]!.guid, approverGuid }
}

async function lookAsApprover(approverGuid: string, rest: string): Promise<Buffer> {
  const address = `${scene.portal.url}/api/approvaldocuments/${approverGuid}/documentrendered/pages/${rest}`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${scene.people.biel.token}` } })
  const { DocPageRendered } = (await answer.json()) as { DocPageRendered: string[] }
  return Buffer.from(DocPageRendered[0]!, 'base64')
}

async function linesOfApprover(approverGuid: string): Promise<string[]> {
  const rows = await query<{ line: string }>(
    `select concat(revision, ' ', page, ' ', encode(image_digest, 'hex')) as line from approver_page_views
     where approver_id = $1 order by revision, page, image_digest`,
    [approverGuid],
  )
  return rows.map(({ line }) => line)
}

/** Of the event in which an approver has decided. */
async function decidedDigest(approverGuid: string): Promise<string> {
  const [row] = await query<{ digest: string }>(
    `select canonical::json->'facts'->>'pagesDigest' as digest from audit_events
     where canonical::json->'facts'->>'approverId' = $1`,
    [approverGuid],
  )
  return row!.digest
}

test.each(['acceptApproval', 'rejectApproval'] as const)(
  'what an approver was served before %s is named by it, once for each image, and counts for no signer',
  async (decide) => {
    const { signerGuid, approverGuid } = await sentToApprover()
    const first = await lookAsApprover(approverGuid, '1?count=2')
    await lookAsApprover(approverGuid, '1')
    const wide = await lookAsApprover(approverGuid, '1?width=1440')
    // Too small to be read.
    await lookAsApprover(approverGuid, '2?width=160')
    const { call } = scene.people.biel
    const params = { approverGuid }
    if (decide === 'acceptApproval') await call.acceptApproval({ params })
    else await call.rejectApproval({ params, body: { RejectedReason: 'Wrong annex' } })
    await lookAsApprover(approverGuid, '2')
    const served = [sha256(first), sha256(wide)].sort().map((image) => `1 1 ${image}`)
    expect(await linesOfApprover(approverGuid)).toEqual(served)
    expect(await decidedDigest(approverGuid)).toBe(digestOfLines(served))
    expect(await recordedLines(signerGuid)).toEqual([])
  },
)

test('pages that are served while an approver decides are in the digest, or are not recorded', async () => {
  const { call } = scene.people.biel
  const decided: string[] = []
  for (let round = 0; round < 8; round += 1) {
    const { approverGuid } = await sentToApprover(6)
    const deciding = call.acceptApproval({ params: { approverGuid } })
    const looking = [1, 2, 3, 4, 5, 6].map((page) => lookAsApprover(approverGuid, String(page)).catch(() => undefined))
    await Promise.all([deciding, ...looking])
    decided.push(approverGuid)
  }
  for (const approver of decided)
    expect(await decidedDigest(approver)).toBe(digestOfLines(await linesOfApprover(approver)))
})

test('pages that are served while their reader signs are in the digest, or are not recorded', async () => {
  const { ana } = scene.people
  const sent = []
  for (let round = 0; round < 8; round += 1) {
    const { guid, signers } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 6 }) })
    const signing = trySigning(ana, signers[0]!.guid)
    const looking = [1, 2, 3, 4, 5, 6].map((page) => look('ana', guid, String(page)).catch(() => undefined))
    expect(await signing).toBe(204)
    await Promise.all(looking)
    sent.push(signers[0]!.guid)
  }
  for (const signer of sent) {
    expect(await loggedDigest('document-signed', signer)).toBe(digestOfLines(await recordedLines(signer)))
  }
  const { server } = scene.portal
  const env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
  expect(await runCli(['audit', 'verify'], env)).toMatchObject({ code: 0 })
})

test('a document is read to the end over several revisions, and a page that was seen twice is one page', async () => {
  const { guid, signers } = await scene.send({
    signers: ['ana', 'carla'],
    signer: { readAll: true },
    pdf: makePdf({ pages: 2 }),
  })
  for (const page of ['1', '1?width=1440']) await look('carla', guid, page)
  expect(await trySigning(scene.people.carla, signers[1]!.guid)).toBe(422)
  await look('carla', guid, '2')
  expect(await trySigning(scene.people.carla, signers[1]!.guid)).toBe(204)
})
