/** The evidence of documents that are over: made, sealed, verified by whoever has nothing but files. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import {
  NAMES,
  readEvidenceFile,
  verifyEvidence,
  type OpenedCommitment,
  type Verification,
} from '@rubrica/evidence-file'
import { validate } from '@rubrica/pades'
import { fixedPort, openScene, trySigning, type DemoName, type Scene } from '@rubrica/testing'
import { fetchEvidence } from '../scenes/fetch-evidence.ts'
import { sealAnew } from '../scenes/seal-anew.ts'
import { untilArchived } from '../scenes/until-archived.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { ARCHIVE_DELAY_MS: '0', EVIDENCE: 'asked', PORT: fixedPort() },
  })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

const fetchFull = (guid: string, edition?: string) => fetchEvidence(scene, guid, edition)

async function fetchOwn(who: DemoName, docGuid: string): Promise<Buffer> {
  const { DocContent } = await scene.people[who].call.ownEvidence({ params: { docGuid } })
  return Buffer.from(DocContent, 'base64')
}

/** As somebody who has files alone. */
const verify = (evidence: Uint8Array, document?: Uint8Array): Promise<Verification> =>
  verifyEvidence(evidence, {
    validate: (pdf, policy) => validate(pdf, { ...policy, requireRevocation: false }),
    ...{ document, sealAnchors: [], signatureAnchors: [], timestampAnchors: [] },
  })

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const outcomesOf = ({ steps }: Verification) => Object.fromEntries(steps.map(({ name, outcome }) => [name, outcome]))
const failed = ({ steps }: Verification) => steps.filter(({ outcome }) => outcome === 'failed')

async function signedByTwo() {
  const sent = await scene.send({ signers: ['ana', 'carla'] })
  for (const [index, name] of (['ana', 'carla'] as const).entries())
    expect(await trySigning(scene.people[name], sent.signers[index]!.guid)).toBe(204)
  return sent
}

test('of a document that everybody signed, each step holds against the document as its signers have it', async () => {
  const sent = await signedByTwo()
  await untilArchived(scene, sent)
  const { status, bytes, headers } = await fetchFull(sent.guid)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const found = await verify(bytes, await scene.download(sent))
  expect(failed(found)).toEqual([])
  expect(outcomesOf(found)).toMatchObject({
    ...{ files: 'proved', chain: 'proved', values: 'proved', terms: 'proved', pages: 'proved', document: 'proved' },
  })
  expect(found.manifest).toMatchObject({ edition: 'full', version: 1, previous: null, documentId: sent.guid })
})

test('each outcome has its evidence, and a document that is not over has none', async () => {
  const open = await scene.send({ signers: ['ana'] })
  expect((await fetchFull(open.guid)).status).toBe(409)
  await expect(fetchOwn('ana', open.guid)).rejects.toMatchObject({ status: 409, code: 'DOCUMENT_NOT_OVER' })
  const rejected = await scene.send({ signers: ['ana'] })
  await scene.people.ana.call.rejectDocument({
    params: { signerGuid: rejected.signers[0]!.guid },
    body: { RejectionReason: 'Clause four is wrong.', AccessMethod: 'USER_PASS' },
  })
  const cancelled = await scene.send({ signers: ['ana'] })
  await fetch(`${scene.portal.url}/api/v1/documents/${cancelled.guid}/cancelled`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.senderToken}` },
  })
  const deadline = new Date(Date.now() + 3_600_000).toISOString()
  const expired = await scene.send({ signers: ['ana'], description: { deadline } })
  await query(`update documents set deadline = now() - interval '1 second' where id = $1`, [expired.guid])
  await query(`insert into pgboss.job (name, data) values ('expire-documents', '{}')`)
  await vi.waitFor(async () => expect((await fetchFull(expired.guid)).status).toBe(200), { timeout: 120_000 })
  for (const { guid } of [rejected, cancelled, expired]) {
    const { status, bytes } = await fetchFull(guid)
    expect(status).toBe(200)
    expect(failed(await verify(bytes))).toEqual([])
  }
})

describe('the reduced edition', () => {
  test('tells who took part their own values, and nobody else’s, nowhere in the file', async () => {
    const sent = await signedByTwo()
    const full = readEvidenceFile((await fetchFull(sent.guid)).bytes)
    const values = JSON.parse(full.files.get(NAMES.personal)!.toString()) as OpenedCommitment[]
    // A document may be sent without a sender’s name.
    const names = values.flatMap(({ value }) => (value === '' ? [] : [value]))
    const { ana, carla } = scene.people
    expect(names).toEqual(expect.arrayContaining([ana.legalId, carla.legalId]))
    const own = readEvidenceFile(await fetchOwn('ana', sent.guid))
    const nobody = readEvidenceFile((await fetchFull(sent.guid, 'reduced')).bytes)
    const ofAna = JSON.parse(own.files.get(NAMES.personal)!.toString()) as OpenedCommitment[]
    expect(ofAna.map(({ value }) => value)).toContain(ana.legalId)
    const others = names.filter((value) => !ofAna.some((opened) => opened.value === value))
    expect(others).toContain(carla.legalId)
    expect(leaks(own.files, others)).toEqual([])
    expect(leaks(nobody.files, names)).toEqual([])
    expect(failed(await verify(await fetchOwn('ana', sent.guid), await scene.download(sent)))).toEqual([])
  })

  test('that names nobody is made once, and beside the full one', async () => {
    const sent = await scene.send({ signers: ['ana'] })
    expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
    await untilArchived(scene, sent)
    const full = (await fetchFull(sent.guid)).bytes
    const first = (await fetchFull(sent.guid, 'reduced')).bytes
    expect((await fetchFull(sent.guid, 'reduced')).bytes.equals(first)).toBe(true)
    expect((await fetchFull(sent.guid)).bytes.equals(full)).toBe(true)
    expect(readEvidenceFile(first).manifest.previous).toBe(sha256(full))
  })

  test('is there for who took part alone', async () => {
    const sent = await scene.send({ signers: ['ana'] })
    expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
    await expect(fetchOwn('carla', sent.guid)).rejects.toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
  })
})

test('what is asked for twice is made once, and a new version names the one before when something was added', async () => {
  const sent = await signedByTwo()
  await untilArchived(scene, sent)
  const first = (await fetchFull(sent.guid)).bytes
  expect((await fetchFull(sent.guid)).bytes.equals(first)).toBe(true)
  // To take the file away is logged, and adds nothing.
  await scene.people.ana.call.downloadDocument({ params: { docGuid: sent.guid } })
  expect((await fetchFull(sent.guid)).bytes.equals(first)).toBe(true)
  await sealAnew(scene)
  const second = (await fetchFull(sent.guid)).bytes
  const found = await verify(second, await scene.download(sent))
  expect(failed(found)).toEqual([])
  expect(outcomesOf(found)).toMatchObject({ head: 'proved' })
  expect(found.manifest).toMatchObject({ version: 2, previous: sha256(first) })
})

test('of many who ask at once each gets the same file', async () => {
  const sent = await signedByTwo()
  await untilArchived(scene, sent)
  const answers = await Promise.all(Array.from({ length: 6 }, () => fetchFull(sent.guid)))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(new Set(answers.map(({ bytes }) => sha256(bytes))).size).toBe(1)
  const rows = await query('select version from evidence_files where document_id = $1', [sent.guid])
  expect(rows).toHaveLength(1)
})

test('what is over is due by itself; what adds nothing makes nothing due', async () => {
  const sent = await signedByTwo()
  const dueOf = async () =>
    (
      await query<{ is_due: boolean }>('select evidence_due_at is not null as is_due from documents where id = $1', [
        sent.guid,
      ])
    )[0]!.is_due
  expect(await dueOf()).toBe(true)
  await query('update documents set evidence_due_at = null where id = $1', [sent.guid])
  await scene.people.ana.call.downloadDocument({ params: { docGuid: sent.guid } })
  const [last] = await query<{ type: string }>(
    'select type from audit_events where document_id = $1 order by sequence desc limit 1',
    [sent.guid],
  )
  expect(last).toEqual({ type: 'document-downloaded' })
  expect(await dueOf()).toBe(false)
})

/** Every file that has one of the values in it, as text. */
const leaks = (files: ReadonlyMap<string, Buffer>, values: readonly string[]) =>
  [...files].flatMap(([name, bytes]) =>
    values.filter((value) => bytes.includes(value)).map((value) => `${name}: ${value}`),
  )
