import { afterAll, beforeAll, expect, test } from 'vitest'
import { askPdfsig, type DemoSigner, type Scene } from '@rubrica/testing'
import { FAILPOINTS } from '../../src/ports/failpoints.ts'
import { openBatch, refusalOf, sendSeveral, sign, signaturesOf } from '../scenes/authorise-signing.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'

const PIN = '246810'

let scene: Scene
let ana: DemoSigner
let key: string
beforeAll(async () => {
  scene = await openRestartingScene()
  ana = scene.people.ana
  const database = scene.portal.server.database!
  await database.query("update users set certificate_flags = '{KeyVault,FirmaRemota}' where id = $1", [ana.userId])
  await ana.call.authoriseRemoteSignature({ body: { Username: 'ana', Password: 'Rubrica-2026' } })
  const [row] = await database.query<{ id: string }>(
    "select id from certificates where provider_ref like '%-pin' and user_id = $1 and deleted_at is null",
    [ana.userId],
  )
  key = row!.id
})
afterAll(() => scene[Symbol.asyncDispose]())

/** Those that a provider's key comes by. */
const STEPS = FAILPOINTS.slice(FAILPOINTS.indexOf('claimed')).filter((name) => !/^(?:pin|key)-/.test(name))

test.each(STEPS)(
  'a server that dies at "%s" of a session at a provider leaves the document unsigned or signed once, and it can be signed afterwards',
  async (failpoint) => {
    const { server } = scene.portal
    const [document] = await sendSeveral(scene, 1, 'ana')
    const { BatchId } = await openBatch(ana, key, [document!])
    const { SessionId } = (await ana.call.openRemoteSession({ body: { CertGUID: key, PIN, BatchId } })) as {
      SessionId: string
    }
    const attempt = crypto.randomUUID()
    const order = { type: 'firmaremota', CertGUID: key, BatchId, SessionId, attempt }
    await server.restart({ FAILPOINT: failpoint })
    await refusalOf(sign(ana, document!, order))
    expect((await server.program.ended).signal).toBe('SIGKILL')
    await server.restart({ FAILPOINT: undefined })
    const again = async () => {
      const refusal = await refusalOf(sign(ana, document!, order))
      return refusal.status === 409 || refusal.status === 503 ? 'held' : refusal.code
    }
    await expect.poll(again, { timeout: 20_000 }).not.toBe('held')
    // What the provider's session covers may have been spent on the value that was lost: then another one is opened.
    if ((await signaturesOf(scene, document!)) === 0) {
      await sign(ana, document!, { type: 'firmaremota', CertGUID: key, PIN })
    }
    expect(await signaturesOf(scene, document!)).toBe(1)
    expect((await askPdfsig(await scene.download(document!))).verdicts).toEqual(['Signature is Valid.'])
  },
)
