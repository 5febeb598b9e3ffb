/** A server that dies, or is another one, while an application on the person's PC signs. */
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAILPOINTS, LOCAL_FAILPOINTS } from '../../src/ports/failpoints.ts'
import {
  askPdfsig,
  localCalls,
  logIn,
  DEMO_PASSWORD,
  makeLocalKey,
  makeTemporaryDirectory,
  startProgram,
  type LocalKey,
  type Scene,
} from '@rubrica/testing'
import { sandboxEnvironment } from '../../../../tools/sandbox-environment.mjs'
import { refusalOf, signaturesOf } from '../scenes/authorise-signing.ts'
import { sendToSignLocally } from '../scenes/local-signing-scene.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'

let scene: Scene
let key: LocalKey
beforeAll(async () => {
  scene = await openRestartingScene()
  key = await makeLocalKey(scene, 'ana')
})
afterAll(() => scene[Symbol.asyncDispose]())

const sendOne = () => sendToSignLocally(scene)

const statusOf = async (call: Promise<unknown>) => (await refusalOf(call)).status ?? 0

async function expectOneSignature(document: Parameters<Scene['download']>[0]): Promise<void> {
  expect(await signaturesOf(scene, document)).toBe(1)
  const { verdicts, wholeFile } = await askPdfsig(await scene.download(document))
  expect({ verdicts, wholeFile }).toEqual({ verdicts: ['Signature is Valid.'], wholeFile: true })
}

/** Those that no key of the vault and no provider has a part in, in the order of a completion. */
const OF_VAULT_KEYS = [
  'certificate-checked',
  'pin-try-reserved',
  'key-opened',
  'pin-try-returned',
  'prepared',
  'digests-recorded',
  'signature-made',
]
const WHILE_COMPLETING = [...LOCAL_FAILPOINTS, ...FAILPOINTS].filter(
  (name) => name !== 'local-announced' && !OF_VAULT_KEYS.includes(name),
)
const WHILE_ANNOUNCING = ['certificate-checked', 'base-loaded', 'prepared', 'local-announced']

test.each(WHILE_COMPLETING)(
  'a server that dies at "%s" leaves the document unsigned or signed once, and the same value ends well',
  async (failpoint) => {
    const { server } = scene.portal
    const { document, local } = await sendOne()
    await local.announce(key)
    const [value, attempt] = [await local.value(key), crypto.randomUUID()]
    await server.restart({ FAILPOINT: failpoint })
    expect(await statusOf(local.complete(value, { attempt }))).not.toBe(200)
    expect((await server.program.ended).signal).toBe('SIGKILL')
    expect(await signaturesOf(scene, document)).toBe(['committed', 'local-done'].includes(failpoint) ? 1 : 0)
    await server.restart({ FAILPOINT: undefined })
    await expect.poll(() => statusOf(local.complete(value, { attempt })), { timeout: 20_000 }).toBe(200)
    await expectOneSignature(document)
  },
)

test.each(WHILE_ANNOUNCING)(
  'a server that dies at "%s" while a certificate is announced lets it be announced again',
  async (failpoint) => {
    const { server } = scene.portal
    const { document, local } = await sendOne()
    await server.restart({ FAILPOINT: failpoint })
    expect(await statusOf(local.announce(key))).not.toBe(200)
    expect((await server.program.ended).signal).toBe('SIGKILL')
    await server.restart({ FAILPOINT: undefined })
    await local.announce(key)
    await local.complete(await local.value(key))
    await expectOneSignature(document)
  },
)

test('a restart between any two of the calls changes nothing', async () => {
  const { server } = scene.portal
  const { document, local } = await sendOne()
  await local.announce(key)
  await server.restart({})
  const value = await local.value(key)
  await server.restart({})
  await local.complete(value)
  await expectOneSignature(document)
})

test('another server on the same database completes what this one has announced; at once, one of them', async () => {
  const { server, sandbox } = scene.portal
  await using place = await makeTemporaryDirectory()
  const dataDir = join(place.path, 'data')
  await mkdir(dataDir)
  await symlink(join(server.dataDir, 'objects'), join(dataDir, 'objects'))
  const other = await startProgram('api', {
    ...(await sandboxEnvironment(sandbox.url, place.path)),
    DATABASE_URL: server.database!.url,
    PORT: '0',
    DATA_DIR: dataDir,
    SERVER_KEY_FILE: server.serverKeyFile,
  })
  try {
    const there = { ...scene.people.ana, ...(await logIn(other.url, { userId: 'ana', password: DEMO_PASSWORD })) }
    const first = await sendOne()
    await first.local.announce(key)
    const elsewhere = localCalls(there, first.signerGuid)
    await elsewhere.complete(await elsewhere.value(key))
    await expectOneSignature(first.document)
    const second = await sendOne()
    await second.local.announce(key)
    const value = await second.local.value(key)
    const answers = await Promise.all([
      statusOf(second.local.complete(value)),
      statusOf(localCalls(there, second.signerGuid).complete(value)),
    ])
    expect(answers.sort()).toEqual([200, 409])
    await expectOneSignature(second.document)
  } finally {
    await other.stop()
  }
})
