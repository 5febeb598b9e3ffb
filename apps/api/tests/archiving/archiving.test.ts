/** Documents become long-term once all have signed: evidence and an archive timestamp, or a visible reason why not. */
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { askPdfsig, openScene, runCli, trySigning, verifyDocument, type DemoName, type Scene } from '@rubrica/testing'
import { askOpenssl } from '../scenes/ask-openssl.ts'
import { askStatus, untilArchived } from '../scenes/until-archived.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }
const DONE = { state: 'done', level: 'PAdES-BASELINE-LTA', reason: null, cause: null }

let scene: Scene
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: ({ url }) => ({
      ...{ ARCHIVE_DELAY_MS: '0', ARCHIVE_RETRY_MS: '100', ARCHIVE_TRIES: '3' },
      ISSUER_ORIGINS: url,
    }),
  })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(sql, values)

async function signAll(names: readonly DemoName[]) {
  const document = await scene.send({ signers: names })
  for (const [index, name] of names.entries()) {
    expect(await trySigning(scene.people[name], document.signers[index]!.guid)).toBe(204)
  }
  return document
}

async function kindsOf(documentId: string): Promise<string[]> {
  const rows = await query<{ kind: string }>('select kind from revisions where document_id = $1 order by number', [
    documentId,
  ])
  return rows.map(({ kind }) => kind)
}

const eventsOf = (documentId: string, type: string) =>
  query<{ canonical: string }>(
    'select canonical from audit_events where document_id = $1 and type = $2 order by sequence',
    [documentId, type],
  )

async function rootOf({ portal }: Scene): Promise<Uint8Array> {
  const { root } = (await (await fetch(`${portal.sandbox.url}/sandbox.json`)).json()) as { root: string }
  return new Uint8Array(await (await fetch(root)).arrayBuffer())
}

const sweep = () => query(`insert into pgboss.job (name, data) values ('sweep-archives', '{}')`)

/** The command line on the same installation. */
function operate(...args: string[]) {
  const { database, dataDir } = scene.portal.server
  return runCli(args, { DATABASE_URL: database?.url, DATA_DIR: dataDir })
}

describe('a document that all have signed', () => {
  test('becomes LTA in revisions of its own, which the log tells of, and downloads give the newest', async () => {
    const document = await signAll(['ana', 'biel'])
    expect(await untilArchived(scene, document)).toEqual(DONE)
    const signed = ['intake', 'fields', 'signature', 'signature']
    expect(await kindsOf(document.guid)).toEqual([...signed, 'validation_data', 'archive_timestamp'])
    const events = (await eventsOf(document.guid, 'document-archived')).map(
      ({ canonical }) => (JSON.parse(canonical) as { facts: { level: string } }).facts.level,
    )
    expect(events).toEqual(['PAdES-BASELINE-LT', 'PAdES-BASELINE-LTA'])
    const pdf = Buffer.from(await scene.download(document))
    expect(pdf.includes('/ETSI.RFC3161')).toBe(true)
    const { verdicts } = await askPdfsig(pdf)
    expect(verdicts.slice(0, 2)).toEqual(['Signature is Valid.', 'Signature is Valid.'])
    expect(await askOpenssl(pdf, await rootOf(scene))).toEqual(['Verification: OK'])
  })

  test('becomes LTA, too, when its timestamps bring no certificate but the authority’s own', async () => {
    await scene.portal.sandbox.inject({ service: 'tsa', fault: 'own-certificate', times: 2 })
    const document = await signAll(['ana'])
    expect(await untilArchived(scene, document)).toEqual(DONE)
    expect(await verifyDocument(scene, document, { asksNobody: true })).toMatchObject({ code: 0 })
  })

  test('has its evidence before the last one signs, sealed in an object that is not collected', async () => {
    const document = await scene.send({ signers: ['ana', 'biel'] })
    await trySigning(scene.people.ana, document.signers[0]!.guid)
    const evidence = await vi.waitFor(async () => {
      const rows = await query<{ object_id: string }>(
        'select object_id from document_evidence where document_id = $1',
        [document.guid],
      )
      expect(rows).toHaveLength(1)
      return rows[0]!.object_id
    }, PATIENCE)
    expect(evidence).toMatch(/^[0-9a-f]{2}\/\d{4}-\d{2}-\d{2}\/[0-9a-f]{64}$/)
    expect(await kindsOf(document.guid)).toEqual(['intake', 'fields', 'signature'])
    expect(await askStatus(scene, document.guid)).toMatchObject({ archive: { state: 'none', reason: null } })
  })

  test('is not touched when it is over before all have signed', async () => {
    const document = await scene.send({ signers: ['ana', 'biel'] })
    await trySigning(scene.people.ana, document.signers[0]!.guid)
    await operate('cancel', document.guid)
    await vi.waitFor(async () => {
      const open = await query(`select from pgboss.job where data->>'documentId' = $1 and state <> 'completed'`, [
        document.guid,
      ])
      expect(open).toHaveLength(0)
    }, PATIENCE)
    expect(await kindsOf(document.guid)).toEqual(['intake', 'fields', 'signature'])
  })
})

describe('evidence that cannot be had', () => {
  const silence = async (times: number) => {
    for (const service of ['ocsp', 'crl']) await scene.portal.sandbox.inject({ service, fault: 'http503', times })
  }

  test('is asked for again, and the document is LTA in the end', async () => {
    await silence(1)
    expect(await untilArchived(scene, await signAll(['ana']))).toEqual(DONE)
    await scene.portal.sandbox.control('reset', {})
  })

  test('ends after some tries, visibly: for the sender, for the operator, and in the log', async () => {
    await silence(200)
    const document = await signAll(['ana'])
    const archive = await untilArchived(scene, document)
    expect(archive).toMatchObject({
      state: 'failed',
      level: 'PAdES-BASELINE-T',
      reason: 'EVIDENCE_UNREACHABLE',
      cause: expect.stringContaining('127.0.0.1') as string,
    })
    expect(await kindsOf(document.guid)).toEqual(['intake', 'fields', 'signature'])
    expect(await eventsOf(document.guid, 'archive-failed')).toHaveLength(1)
    expect((await operate('status', document.guid)).stdout).toContain('EVIDENCE_UNREACHABLE')
    const listed = await operate('archive', 'list', '--state', 'failed', '--json')
    expect(JSON.parse(listed.stdout)).toMatchObject({
      archives: [{ documentId: document.guid, level: 'PAdES-BASELINE-T', reason: 'EVIDENCE_UNREACHABLE', tries: 3 }],
    })
    await scene.portal.sandbox.control('reset', {})
    expect((await operate('archive', 'retry', document.guid)).code).toBe(0)
    expect(await untilArchived(scene, document)).toEqual(DONE)
  })

  test('ends at once when the certificate was revoked before it signed', async () => {
    const { carla } = scene.people
    const [row] = await query<{ serial_number: string }>('select serial_number from certificates where id = $1', [
      carla.certificateId,
    ])
    await scene.portal.sandbox.control('revoke', { serial: row!.serial_number })
    const document = await signAll(['carla'])
    expect(await untilArchived(scene, document)).toMatchObject({ state: 'failed', reason: 'EVIDENCE_REVOKED' })
  })
})

test('a timestamp that cannot be had is asked for again, and what was appended before it is not appended twice', async () => {
  const document = await scene.send({ signers: ['ana'] })
  // The signature's own comes first.
  await query(`update document_archives set due_at = null`)
  expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBe(204)
  await scene.portal.sandbox.inject({ service: 'tsa', fault: 'http503', times: 1 })
  expect(await untilArchived(scene, document)).toEqual(DONE)
  const signed = ['intake', 'fields', 'signature']
  expect(await kindsOf(document.guid)).toEqual([...signed, 'validation_data', 'archive_timestamp'])
  await scene.portal.sandbox.control('reset', {})
})

describe('an archive timestamp', () => {
  test('is renewed before its certificate ends', async () => {
    const document = await signAll(['ana'])
    await untilArchived(scene, document)
    const renewal = () =>
      query<{ renew_at: Date }>('select renew_at from document_archives where document_id = $1', [document.guid])
    expect((await renewal())[0]!.renew_at.getTime()).toBeGreaterThan(Date.now())
    await query(`update document_archives set renew_at = now() - interval '1 day' where document_id = $1`, [
      document.guid,
    ])
    await sweep()
    await vi.waitFor(async () => expect((await renewal())[0]!.renew_at.getTime()).toBeGreaterThan(Date.now()), PATIENCE)
    expect((await kindsOf(document.guid)).filter((kind) => kind === 'archive_timestamp')).toHaveLength(2)
    const pdf = Buffer.from(await scene.download(document))
    expect(await askOpenssl(pdf, await rootOf(scene))).toEqual(['Verification: OK', 'Verification: OK'])
    expect(await untilArchived(scene, document)).toEqual(DONE)
  })

  test('of documents that were completed before there were any is made by the sweep', async () => {
    const document = await signAll(['ana'])
    await untilArchived(scene, document)
    await query(`delete from revisions where document_id = $1 and number > 2`, [document.guid])
    await query(`update documents set current_revision = 2 where id = $1`, [document.guid])
    await query(
      `update document_archives set state = 'waiting', level = 'PAdES-BASELINE-T', renew_at = null, due_at = now()
       where document_id = $1`,
      [document.guid],
    )
    await sweep()
    expect(await untilArchived(scene, document)).toEqual(DONE)
  })
})
