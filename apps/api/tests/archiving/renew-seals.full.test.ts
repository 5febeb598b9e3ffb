/** The seal of evidence is renewed before its last timestamp ends: the same file, and more behind it. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readEvidenceFile, verifyEvidence } from '@rubrica/evidence-file'
import { validate } from '@rubrica/pades'
import { runCli, trySigning, type Scene } from '@rubrica/testing'
import { openAgeingFiles } from '../../src/adapters/database/evidence-files/ageing-files.ts'
import { openDatabase } from '../../src/adapters/database/connection.ts'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { Secret } from '../../src/config/secret.ts'
import { fetchEvidence } from '../scenes/fetch-evidence.ts'
import { askForRenewal, makeDue, openRenewingScene } from '../scenes/renewing-scene.ts'
import { sealAnew } from '../scenes/seal-anew.ts'
import { untilArchived } from '../scenes/until-archived.ts'

const PATIENCE = { timeout: 120_000, interval: 200 }

let scene: Scene
beforeAll(async () => {
  scene = await openRenewingScene()
})
afterAll(() => scene[Symbol.asyncDispose]())
// Each test has its own file alone.
beforeEach(async () => {
  await scene.portal.sandbox.control('reset', {})
  await query('update evidence_files set renew_at = null')
})

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Row {
  readonly edition: string
  readonly version: number
  readonly object_id: string
  readonly digest: string
  readonly renew_at: Date | null
  readonly renew_tries: number
  readonly renew_reason: string | null
}

const rowsOf = (guid: string) =>
  query<Row>(
    `select case when user_id is null then 'full' else 'reduced' end as edition, version, object_id,
       encode(digest, 'hex') as digest, renew_at, renew_tries, renew_reason
     from evidence_files where document_id = $1 and is_newest order by 1`,
    [guid],
  )

async function untilRenewed(guid: string) {
  await vi.waitFor(async () => {
    await askForRenewal(scene)
    // Months ahead: neither due nor leased.
    for (const { renew_at } of await rowsOf(guid))
      expect(renew_at!.getTime()).toBeGreaterThan(Date.now() + 2 * 24 * 3_600_000)
  }, PATIENCE)
}

async function signedDocument() {
  const sent = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  await untilArchived(scene, sent)
  return sent
}

async function faultsOf(evidence: Uint8Array, document: Uint8Array) {
  const { steps } = await verifyEvidence(evidence, {
    validate: (pdf, policy) => validate(pdf, { ...policy, requireRevocation: false }),
    ...{ document, sealAnchors: [], signatureAnchors: [], timestampAnchors: [] },
  })
  return steps.filter(({ outcome }) => outcome === 'failed')
}

const timestampsIn = (file: Buffer) => file.toString('latin1').split('/ETSI.RFC3161').length - 1

function operate(...args: string[]) {
  const { database, dataDir } = scene.portal.server
  return runCli(args, { DATABASE_URL: database?.url, DATA_DIR: dataDir })
}

test('both editions are renewed in their places, and the next version names what they were before', async () => {
  const sent = await signedDocument()
  const full = (await fetchEvidence(scene, sent.guid)).bytes
  const reduced = (await fetchEvidence(scene, sent.guid, 'reduced')).bytes
  const before = await rowsOf(sent.guid)
  for (const { renew_at } of before) expect(renew_at!.getTime()).toBeGreaterThan(Date.now())
  await makeDue(scene, sent.guid)
  await untilRenewed(sent.guid)

  const document = await scene.download(sent)
  const renewed = (await fetchEvidence(scene, sent.guid)).bytes
  const others = (await fetchEvidence(scene, sent.guid, 'reduced')).bytes
  for (const [was, is] of [
    [full, renewed],
    [reduced, others],
  ] as const) {
    expect(is.length).toBeGreaterThan(was.length)
    expect(is.subarray(0, was.length).equals(was)).toBe(true)
    expect(timestampsIn(is)).toBe(timestampsIn(was) + 1)
    expect(await faultsOf(is, document)).toEqual([])
    expect(readEvidenceFile(is)).toEqual(readEvidenceFile(was))
  }
  const after = await rowsOf(sent.guid)
  expect(after.map(({ version, digest }) => [version, digest])).toEqual(
    before.map(({ version, digest }) => [version, digest]),
  )

  await sealAnew(scene)
  const { manifest } = readEvidenceFile((await fetchEvidence(scene, sent.guid)).bytes)
  expect(manifest).toMatchObject({ version: 2, previous: sha256(full), previousBytes: full.length })
  expect(sha256(renewed.subarray(0, manifest.previousBytes))).toBe(manifest.previous)
})

test('a file that is handed out no more, since something was added, is not renewed', async () => {
  const sent = await signedDocument()
  await fetchEvidence(scene, sent.guid)
  const [before] = await rowsOf(sent.guid)
  await sealAnew(scene)
  await makeDue(scene, sent.guid)
  await vi.waitFor(async () => {
    await askForRenewal(scene)
    expect(await rowsOf(sent.guid)).toEqual([{ ...before, renew_at: null }])
  }, PATIENCE)
})

test('a seal that cannot be renewed is told to the operator, and renewed as soon as it can be', async () => {
  const sent = await signedDocument()
  const before = (await fetchEvidence(scene, sent.guid)).bytes
  await scene.portal.sandbox.inject({ service: 'tsa', fault: 'http503', times: 1000 })
  await makeDue(scene, sent.guid)
  await askForRenewal(scene)
  const told = 'The seal of an evidence file was not renewed; it is tried again.'
  await vi.waitFor(() => expect(scene.portal.server.log().includes(told)).toBe(true), PATIENCE)
  expect(await rowsOf(sent.guid)).toMatchObject([{ renew_reason: 'TIMESTAMP_UNREACHABLE' }])
  expect((await operate('status', sent.guid)).stdout).toContain('was not renewed because of TIMESTAMP_UNREACHABLE')
  expect((await fetchEvidence(scene, sent.guid)).bytes.equals(before)).toBe(true)
  await scene.portal.sandbox.control('reset', {})
  await untilRenewed(sent.guid)
  expect(await rowsOf(sent.guid)).toMatchObject([{ renew_tries: 0, renew_reason: null }])
  const { stdout } = await operate('status', sent.guid, '--json')
  const { evidence } = JSON.parse(stdout) as { evidence: object }
  expect(evidence).toMatchObject({ version: 1, reason: null })
})

test('a file is one server’s for the time of its lease, which grows, and who comes late changes nothing', async () => {
  const sent = await signedDocument()
  await fetchEvidence(scene, sent.guid)
  await makeDue(scene, sent.guid)
  const url = new Secret(scene.portal.server.database!.url)
  const opened = await openDatabase<Schema>({ kind: 'external', url }, { role: 'server', poolSize: 2 })
  try {
    const files = openAgeingFiles(opened.db)
    const at = new Date()
    const taken = await Promise.all([files.takeAgeing(at, 60_000), files.takeAgeing(at, 60_000)])
    const [first] = taken.filter((file) => file !== undefined)
    expect(taken.filter((file) => file === undefined)).toHaveLength(1)
    expect(first!.lease.getTime()).toBe(at.getTime() + 60_000)
    const later = new Date(at.getTime() + 60_000)
    const second = (await files.takeAgeing(later, 60_000))!
    expect(second.lease.getTime()).toBe(later.getTime() + 120_000)
    const renewed = { objectId: first!.objectId, renewAt: new Date(at.getTime() + 1) }
    expect(await files.keepRenewed(first!, renewed)).toBe(false)
    expect(await files.noteFailure(first!, 'LATE')).toBe(false)
    expect((await rowsOf(sent.guid))[0]).toMatchObject({ renew_at: second.lease, renew_reason: null })
    expect(await files.keepRenewed(second, renewed)).toBe(true)
    expect(await files.letAge(second)).toBe(false)
  } finally {
    await opened.close()
  }
})
