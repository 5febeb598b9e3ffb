/**
 * An installation moves from its disk into a bucket without a document out of reach, works there as it did, and loses
 * nothing when the store is away.
 */
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  fixedPort,
  noS3,
  openScene,
  runCli,
  startS3,
  trySigning,
  type RunningS3,
  type Scene,
  IN_FULL_RUN,
} from '@rubrica/testing'
import { refusalOf, signaturesOf } from '../scenes/authorise-signing.ts'
import { untilArchived } from '../scenes/until-archived.ts'

const BUCKET = 'papers'
const AWAY = { status: 503, code: 'TEMPORARILY_UNAVAILABLE' }

describe.skipIf(noS3 !== undefined)('an installation in a bucket', () => {
  let scene: Scene
  let s3: RunningS3
  beforeAll(async () => {
    s3 = await startS3()
    await s3.makeBucket(BUCKET, true)
    // A fixed port: the people of the scene keep their addresses over restarts.
    scene = await openScene({ postgres: inject('sharedPostgres'), env: { PORT: fixedPort(), ARCHIVE_DELAY_MS: '0' } })
  })
  afterAll(async () => {
    await scene?.[Symbol.asyncDispose]()
    await s3?.[Symbol.asyncDispose]()
  })

  const settings = () => ({ ...s3.settings(BUCKET), OBJECTS_TIMEOUT_MS: '60000', OBJECTS_RETENTION_DAYS: '1' })
  const operate = async (...words: string[]) => {
    const { database, dataDir, serverKeyFile } = scene.portal.server
    const place = { DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile, ...settings() }
    return runCli(words, place)
  }
  const read = async (...words: string[]): Promise<Record<string, unknown>> => {
    const { code, stdout } = await operate(...words, '--json')
    return { code, ...(JSON.parse(stdout) as object) }
  }
  const query = <Row extends object>(sql: string) => scene.portal.server.database!.query<Row>(sql)
  const ready = async () => (await fetch(`${scene.portal.url}/health/ready`)).status

  test('takes over what was on the disk, and reads there what was not copied yet', async () => {
    const { ana } = scene.people
    const before = await scene.send({ signers: ['ana'] })
    expect(await operate('storage', 'check')).toMatchObject({ code: 0, stdout: 'The object store will do.\n' })
    const first = await read('objects', 'copy')
    expect(first).toMatchObject({ code: 0, ok: true, there: 0, lost: [] })
    const late = await scene.send({ signers: ['ana'] })
    await scene.portal.server.restart({ ...settings(), OBJECTS_ALSO_ON_DISK: 'true' })
    for (const { signers } of [before, late]) expect(await trySigning(ana, signers[0]!.guid)).toBe(204)
    const second = await read('objects', 'copy', '--verify')
    expect(second).toMatchObject({ code: 0, ok: true, lost: [] })
    expect(second['there']).toBeGreaterThanOrEqual(first['copied'] as number)
    expect(await read('objects', 'copy')).toMatchObject({ copied: 0 })
  })

  test('sends, shows, signs and archives without the disk, and locks what it archives', async () => {
    const { ana, biel } = scene.people
    const { dataDir } = scene.portal.server
    await scene.portal.server.program.stop()
    await rename(join(dataDir, 'objects'), join(dataDir, 'objects-of-before'))
    await scene.portal.server.restart(settings())
    const document = await scene.send({ signers: ['ana', 'biel'] })
    const page = await ana.call.renderedDocument({ params: { docGuid: document.guid, page: '1' }, query: {} })
    expect(page).toBeTruthy()
    expect(await trySigning(ana, document.signers[0]!.guid)).toBe(204)
    expect(await trySigning(biel, document.signers[1]!.guid)).toBe(204)
    expect(await untilArchived(scene, document)).toMatchObject({ state: 'done', level: 'PAdES-BASELINE-LTA' })
    expect(Buffer.from(await scene.download(document)).includes('/ETSI.RFC3161')).toBe(true)
    expect(await read('objects', 'verify')).toMatchObject({ code: 0, findings: [] })
    expect(await readdir(dataDir)).not.toContain('objects')
    const named = await query<{ object_id: string }>(
      `select object_id from revisions where document_id = '${document.guid}'`,
    )
    expect(named).toHaveLength(6)
    for (const { object_id: id } of named) {
      expect(await s3.isLocked(BUCKET, `objects/${id}`)).toBe(true)
    }
  })

  test('whose store goes away shows what it has in memory, else answers 503, and signs once it is back', async () => {
    const { ana } = scene.people
    const forgotten = await scene.send({ signers: ['ana'] })
    await scene.portal.server.restart(settings())
    const documents = await Promise.all([1, 2, 3].map(() => scene.send({ signers: ['ana'] })))
    const attempts = documents.map(() => crypto.randomUUID())
    const signAll = () =>
      Promise.all(documents.map(({ signers }, at) => trySigning(ana, signers[0]!.guid, { attempt: attempts[at]! })))
    await s3.kill()
    expect(await signAll()).toEqual([503, 503, 503])
    const download = ({ guid: docGuid }: { guid: string }) => ana.call.downloadDocument({ params: { docGuid } })
    expect(await refusalOf(download(forgotten))).toMatchObject(AWAY)
    expect(await download(documents[0]!)).toBeDefined()
    await expect.poll(ready, { timeout: 60_000 }).toBe(503)
    expect((await operate('objects', 'verify')).stderr).toContain('The object store does not answer')
    await s3.start()
    expect(await signAll()).toEqual([204, 204, 204])
    await expect.poll(ready, { timeout: 60_000 }).toBe(200)
    for (const document of documents) expect(await signaturesOf(scene, document)).toBe(1)
    expect(scene.portal.server.log()).not.toContain('unexpected error')
  })

  test.runIf(IN_FULL_RUN)('does not start on a bucket that is not there, and says so in a sentence', async () => {
    const { server } = scene.portal
    const wrong = s3.settings('nobody-made-it')
    const refused = await server.restart(wrong).catch((error: Error & { output?: string }) => error.output)
    expect(refused).toContain('The object store has no bucket nobody-made-it')
    expect(refused).not.toContain('    at ')
    await server.restart(settings())
  })
})
