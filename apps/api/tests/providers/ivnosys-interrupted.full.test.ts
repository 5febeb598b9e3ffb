/** What real life does between the beginning of a signature and its end, with Ivnosys. */
import { beforeAll, expect, test } from 'vitest'
import {
  DEMO_PASSWORD,
  decideOnPage,
  logIn,
  startServer,
  transactionOf,
  type DemoSigner,
  type Scene,
} from '@rubrica/testing'
import { sandboxEnvironment } from '../../../../tools/sandbox-environment.mjs'
import { ERRAND_FAILPOINTS, FAILPOINTS } from '../../src/ports/failpoints.ts'
import { refusalOf, sendSeveral, signaturesOf } from '../scenes/authorise-signing.ts'
import {
  approveOnPage,
  complete,
  init,
  linkIvnosys,
  sendApproved,
  signerOf,
  SIGNER_PIN,
  type Completing,
  type IvnosysKeys,
} from '../scenes/ivnosys-calls.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'
import { ivnosysScene, VALID } from '../scenes/ivnosys-scene.ts'

const { opened, query, verdictsOf } = ivnosysScene(openRestartingScene)

let scene: Scene
let ana: DemoSigner
let keys: IvnosysKeys

beforeAll(async () => {
  scene = opened()
  ana = scene.people.ana
  keys = await linkIvnosys(scene, 'ana')
})

/** Again for as long as a claim of somebody who died holds the document. */
async function untilDecided(order: Completing): Promise<string> {
  let code = ''
  const decided = async () => {
    const refusal = await refusalOf(complete(ana, order))
    code = refusal.code
    return refusal.status !== 409 && refusal.status !== 503
  }
  await expect.poll(decided, { timeout: 20_000 }).toBe(true)
  return code
}

test('the tab is closed at the provider’s page, and the signature completed from a new session, in another browser', async () => {
  const { document, order } = await sendApproved(scene, keys.redirect)
  const elsewhere = await logIn(scene.portal.url, { userId: 'ana', password: DEMO_PASSWORD })
  const next = await init(elsewhere, order.signerGuid, { CertGUID: keys.redirect })
  expect(next).toMatchObject({ TransactionId: order.transactionId, AuthType: 'NONE' })
  expect(await complete(elsewhere, order)).toBeNull()
  expect(await verdictsOf(document)).toEqual([VALID])
})

test('the next day what was begun is over, with a sentence, and can be begun anew', async () => {
  const { document, order } = await sendApproved(scene, keys.redirect)
  await query("update errands set expires_at = now() - interval '1 day' where id = $1", [order.transactionId])
  const refused = await refusalOf(complete(ana, order))
  expect(refused).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
  expect((refused as unknown as Error).message).toMatch(/begin again/)
  expect(await complete(ana, await approveOnPage(ana, signerOf(document), keys.redirect))).toBeNull()
  expect(await signaturesOf(scene, document)).toBe(1)
})

test('completed twice, at the same moment or later, it is signed once, and the same attempt gets the same answer', async () => {
  const [document] = await sendSeveral(scene, 1, 'ana')
  const order = { ...(await approveOnPage(ana, signerOf(document!), keys.redirect)), attempt: crypto.randomUUID() }
  const answers = await Promise.all([complete(ana, order), complete(ana, order)])
  expect(answers).toEqual([null, null])
  expect(await complete(ana, order)).toBeNull()
  const other = await refusalOf(complete(ana, { ...order, attempt: crypto.randomUUID() }))
  expect(other).toMatchObject({ status: 409, code: 'DOCUMENT_NO_LONGER_AVAILABLE' })
  expect(await signaturesOf(scene, document!)).toBe(1)
})

test('of two completions that do not know of each other one signs', async () => {
  const { document, order } = await sendApproved(scene, keys.redirect)
  const answers = await Promise.all([refusalOf(complete(ana, order)), refusalOf(complete(ana, order))])
  expect(answers.map(({ code }) => code).sort()).toEqual(['DOCUMENT_NO_LONGER_AVAILABLE', 'NONE'])
  expect(await signaturesOf(scene, document)).toBe(1)
})

test('a document that is rejected meanwhile is not signed', async () => {
  const { order } = await sendApproved(scene, keys.redirect)
  const { signerGuid } = order
  await ana.call.rejectDocument({ params: { signerGuid }, body: { RejectionReason: 'No', AccessMethod: 'USER_PASS' } })
  expect(await refusalOf(complete(ana, order))).toMatchObject({ status: 409, code: 'DOCUMENT_NO_LONGER_AVAILABLE' })
})

test('an account that is taken back meanwhile signs nothing any more', async () => {
  const { order } = await sendApproved(scene, keys.redirect)
  await ana.call.removeAccount({ params: { id: ana.userId, account: 'ivsignauth' } })
  expect(await refusalOf(complete(ana, order))).toMatchObject({ status: 404, code: 'CERTIFICATE_NOT_FOUND' })
  keys = await linkIvnosys(scene, 'ana')
})

test('a server that restarts while the person is away takes them back', async () => {
  const [document] = await sendSeveral(scene, 1, 'ana')
  const signerGuid = signerOf(document!)
  const step = await ana.call.authoriseAccount({
    params: { id: ana.userId, account: 'ivsignauth' },
    body: { Username: 'ana', Password: DEMO_PASSWORD, Organization: 'SANDBOX' },
  })
  const begun = await init(ana, signerGuid, { CertGUID: keys.redirect })
  await scene.portal.server.restart()
  const TransactionGuid = transactionOf(await decideOnPage(step!.RedirectUrl!, 'approve'))
  await ana.call.authoriseTransaction({ params: { id: ana.userId }, body: { TransactionGuid } })
  await decideOnPage(begun.RedirectUrl!, 'approve')
  const all = await ana.call.certificates({ params: { legalid: ana.legalId } })
  expect(all.find(({ certalias }) => certalias === 'ana-redirect')!.GUID).toBe(keys.redirect)
  const order = { signerGuid, transactionId: begun.TransactionId, CertGUID: keys.redirect }
  expect(await complete(ana, order)).toBeNull()
  expect(await verdictsOf(document!)).toEqual([VALID])
})

test('another server on the same database takes the return', async () => {
  const { server, sandbox } = scene.portal
  const { document, order } = await sendApproved(scene, keys.redirect)
  const services = await sandboxEnvironment(sandbox.url, sandbox.dataDir)
  const data = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir, SERVER_KEY_FILE: server.serverKeyFile }
  await using other = await startServer({ env: { ...services, ...data, DEMO: '1', DEMO_PASSWORD } })
  const there = await logIn(other.url, { userId: 'ana', password: DEMO_PASSWORD })
  expect(await complete(there, order)).toBeNull()
  expect(await verdictsOf(document)).toEqual([VALID])
})

/** Those that a completion comes by. */
const STEPS = [
  ...ERRAND_FAILPOINTS.filter((name) => name !== 'errand-begun'),
  ...FAILPOINTS.slice(FAILPOINTS.indexOf('claimed')).filter((name) => !/^(?:pin|key)-/.test(name)),
]

test('a server that dies when a signature was begun has begun it', async () => {
  const [document] = await sendSeveral(scene, 1, 'ana')
  const signerGuid = signerOf(document!)
  const { server } = scene.portal
  await server.restart({ FAILPOINT: 'errand-begun' })
  await refusalOf(init(ana, signerGuid, { CertGUID: keys.redirect }))
  expect((await server.program.ended).signal).toBe('SIGKILL')
  await server.restart({ FAILPOINT: undefined })
  const order = await approveOnPage(ana, signerGuid, keys.redirect)
  expect(await complete(ana, order)).toBeNull()
  const rows = await query('select id from errands where signer_id = $1', [signerGuid])
  expect(rows).toHaveLength(1)
})

test.each(STEPS)(
  'a server that dies at "%s" leaves the document unsigned or signed once, and the person comes to the end',
  async (failpoint) => {
    const { server } = scene.portal
    const [document] = await sendSeveral(scene, 1, 'ana')
    const order = { ...(await approveOnPage(ana, signerOf(document!), keys.redirect)), attempt: crypto.randomUUID() }
    await server.restart({ FAILPOINT: failpoint })
    await refusalOf(complete(ana, order))
    expect((await server.program.ended).signal).toBe('SIGKILL')
    await server.restart({ FAILPOINT: undefined })
    const code = await untilDecided(order)
    // The page's word was good for one value: one that was lost is asked for anew.
    expect(['NONE', 'TRANSACTION_EXPIRED']).toContain(code)
    if ((await signaturesOf(scene, document!)) === 0) {
      expect(code).toBe('TRANSACTION_EXPIRED')
      const again = await approveOnPage(ana, signerOf(document!), keys.redirect)
      expect(await complete(ana, again)).toBeNull()
    }
    expect(await signaturesOf(scene, document!)).toBe(1)
    expect(await verdictsOf(document!)).toEqual([VALID])
  },
)

test('a server that dies while a software certificate signs goes on with the same transaction', async () => {
  const { server } = scene.portal
  const [document] = await sendSeveral(scene, 1, 'ana')
  const signerGuid = signerOf(document!)
  const begun = await init(ana, signerGuid, { CertGUID: keys.pin })
  const order = {
    ...{ signerGuid, transactionId: begun.TransactionId, CertGUID: keys.pin, PIN: SIGNER_PIN },
    attempt: crypto.randomUUID(),
  }
  await server.restart({ FAILPOINT: 'signature-made' })
  await refusalOf(complete(ana, order))
  expect((await server.program.ended).signal).toBe('SIGKILL')
  await server.restart({ FAILPOINT: undefined })
  expect(await untilDecided(order)).toBe('NONE')
  expect(await signaturesOf(scene, document!)).toBe(1)
})
