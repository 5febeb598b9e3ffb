/**
 * A stored object that is missing or damaged: whose document it is hears so, the operator too, and nobody else does.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, trySigning, type Scene } from '@rubrica/testing'
import { refusalOf, sign } from '../scenes/authorise-signing.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const DAMAGED = { status: 422, code: 'DOCUMENT_DAMAGED' }

async function objectOf(document: { guid: string }) {
  const [row] = await scene.portal.server.database!.query<{ object_id: string }>(
    'select object_id from revisions where document_id = $1 and number = 0',
    [document.guid],
  )
  const id = row!.object_id
  return { id, path: join(scene.portal.server.dataDir, 'objects', id) }
}

const flip = async (path: string) => {
  const bytes = await readFile(path)
  bytes[20]! ^= 1
  await writeFile(path, bytes)
}

test.each([
  ['missing', (path: string) => rm(path)],
  ['damaged', flip],
])(
  'a document whose object is %s is told as such, its operator is alarmed, and others are signed',
  async (_, spoil) => {
    const { ana } = scene.people
    const [document, other] = [await scene.send({ signers: ['ana'] }), await scene.send({ signers: ['ana'] })]
    const { id, path } = await objectOf(document)
    await spoil(path)
    const docGuid = document.guid
    expect(await refusalOf(ana.call.downloadDocument({ params: { docGuid } }))).toMatchObject(DAMAGED)
    const pages = ana.call.renderedDocument({ params: { docGuid, page: '1' }, query: {} })
    expect(await refusalOf(pages)).toMatchObject(DAMAGED)
    expect(await refusalOf(sign(ana, document, { PIN: ana.pin }))).toMatchObject(DAMAGED)
    expect(await trySigning(ana, other.signers[0]!.guid)).toBe(204)
    const ready = await fetch(`${scene.portal.url}/health/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }])
    const numbers = await (await fetch(`${scene.portal.url}/metrics`)).text()
    expect(numbers).toMatch(/rubrica_events_total\{event="object-damaged"\} [1-9]/)
    expect(numbers).not.toMatch(/event="bug"\} [1-9]/)
    expect(scene.portal.server.log()).toContain(id)
  },
)
