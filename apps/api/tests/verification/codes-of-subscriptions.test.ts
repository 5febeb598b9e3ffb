/** What codes tell is said of a document, else of its subscription, else of the installation. */
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { readEvidenceFile } from '@rubrica/evidence-file'
import { openSymbolReader } from '@rubrica/rendering/testing'
import { openScene, runCli, trySigning, type Scene, IN_FULL_RUN } from '@rubrica/testing'
import { fetchEvidence } from '../scenes/fetch-evidence.ts'

let scene: Scene
beforeAll(async () => {
  const env = { CODES_LOOKED_UP_PER_MINUTE: '1000000', VERIFICATION_LEVEL: 'compare' }
  scene = await openScene({ postgres: inject('sharedPostgres'), env })
})
afterAll(() => scene[Symbol.asyncDispose]())

const operate = (...args: string[]) => {
  const { server } = scene.portal
  return runCli([...args, '--json'], { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir })
}

const setVerification = async (what: string) =>
  expect(await operate('subscription', 'set', 'Demo', '--verification', what)).toMatchObject({ code: 0 })

beforeEach(() => scene.portal.server.database!.query('update subscriptions set verification = null'))

async function lookUp(code: string) {
  const answer = await fetch(`${scene.portal.url}/api/verification/codes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Code: code }),
  })
  return { status: answer.status, ...((await answer.json()) as { Level?: string; Code?: string }) }
}

async function askCode(guid: string, change?: object) {
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/verification`, {
    method: change ? 'PATCH' : 'GET',
    headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': 'application/json' },
    body: change && JSON.stringify(change),
  })
  return (await answer.json()) as { code: string; level: string; off: boolean }
}

const POSITION = { page: 1, x: 40, y: 60, width: 260, height: 90 }

async function sendSigned() {
  const sent = await scene.send({ signers: ['ana'], signer: { positions: [POSITION] } })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  return sent
}

test('where nothing is said of document and subscription, the installation’s counts', async () => {
  const { code, level } = await askCode((await sendSigned()).guid)
  expect([level, (await lookUp(code)).Level]).toEqual(['compare', 'compare'])
})

test('what is said of the subscription counts before the installation’s, also for codes from before, until it is taken back', async () => {
  const { guid } = await sendSigned()
  const { code } = await askCode(guid)
  await setVerification('names')
  expect([(await askCode(guid)).level, (await lookUp(code)).Level]).toEqual(['names', 'names'])
  await setVerification('installation')
  expect([(await askCode(guid)).level, (await lookUp(code)).Level]).toEqual(['compare', 'compare'])
})

test('what the sender says of a document counts before both', async () => {
  await setVerification('download')
  const { guid } = await sendSigned()
  const { code, level } = await askCode(guid, { level: 'facts' })
  expect([level, (await lookUp(code)).Level]).toEqual(['facts', 'facts'])
})

test('a subscription without codes: each is as an unknown one, whatever the sender says of a document, until there are', async () => {
  const { guid } = await sendSigned()
  const { code } = await askCode(guid, { level: 'download' })
  await setVerification('off')
  const unknown = await lookUp('0000-0000-0000-0000-0000-0')
  expect(unknown).toMatchObject({ status: 404, Code: 'VERIFICATION_CODE_UNKNOWN' })
  expect(await lookUp(code)).toEqual(unknown)
  expect(await askCode(guid)).toMatchObject({
    code: null,
    address: null,
    level: 'download',
    withdrawn: false,
    off: true,
  })
  expect(await askCode(guid, { level: 'names' })).toMatchObject({ code: null, off: true })
  await setVerification('installation')
  expect(await askCode(guid)).toMatchObject({ code, level: 'names', off: false })
  expect((await lookUp(code)).Level).toBe('names')
})

test.runIf(IN_FULL_RUN)('a subscription without codes has none in its signatures and its evidence', async () => {
  await using symbols = openSymbolReader()
  const marked = await sendSigned()
  expect(await symbols.read(await scene.download(marked))).toMatch(/\/v\//)
  await setVerification('off')
  const sent = await sendSigned()
  expect(await symbols.read(await scene.download(sent))).toBeUndefined()
  for (const { guid } of [sent, marked]) {
    const { bytes } = await fetchEvidence(scene, guid)
    expect(await symbols.read(bytes)).toBeUndefined()
    expect(readEvidenceFile(bytes).manifest.verification).toBeUndefined()
  }
})

test('an operator sets it, sees it, and is told what may be said', async () => {
  expect(await operate('subscription', 'add', 'Second', '--verification', 'off')).toMatchObject({ code: 0 })
  const { stdout } = await operate('subscription', 'list')
  const { subscriptions } = JSON.parse(stdout) as { subscriptions: { name: string; verification: string | null }[] }
  expect(subscriptions.map(({ name, verification }) => [name, verification])).toEqual([
    ['Demo', null],
    ['Second', 'off'],
  ])
  const refused = await operate('subscription', 'set', 'Demo', '--verification', 'everything')
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.stderr).toContain('compare, facts, names, download, off, installation')
})
