/** Signatures with Ivnosys: authorised on its page, on the phone, or by the PIN of a software certificate. */
import { beforeAll, describe, expect, test } from 'vitest'
import { decideOnPage, decidePush, verifyDocument, type DemoSigner } from '@rubrica/testing'
import { failuresOf, refusalOf, sendSeveral, signaturesOf } from '../scenes/authorise-signing.ts'
import {
  approveOnPage,
  complete,
  init,
  linkIvnosys,
  sendApproved,
  signerOf,
  SIGNER_PIN,
} from '../scenes/ivnosys-calls.ts'
import { ivnosysScene, NOBODY, VALID, type Linked } from '../scenes/ivnosys-scene.ts'

const { linkBoth, query, spoil, verdictsOf } = ivnosysScene()

let { scene, ana, biel, keys, bielKeys } = {} as Linked
beforeAll(async () => {
  ;({ scene, ana, biel, keys, bielKeys } = await linkBoth())
})

const stateOf = async (signerGuid: string) =>
  (await query('select state from signers where id = $1', [signerGuid]))[0]!['state']
const standingOf = async (transactionId: string) =>
  (await query('select state, waits_for, outcome_code from errands where id = $1', [transactionId]))[0]!

/** What the provider signed while `work` ran. */
async function signedWhile(work: () => Promise<unknown>): Promise<number> {
  const list = async () =>
    ((await (await fetch(`${scene.portal.sandbox.url}/control/signatures.json`)).json()) as unknown[]).length
  const before = await list()
  await work()
  return (await list()) - before
}

describe('signing', () => {
  test('with a software certificate takes its PIN, and nobody goes anywhere', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const signerGuid = signerOf(document!)
    const begun = await init(ana, signerGuid, { CertGUID: keys.pin })
    expect(begun).toEqual({ TransactionId: expect.any(String) as unknown, AuthType: 'PIN' })
    const order = { signerGuid, transactionId: begun.TransactionId, CertGUID: keys.pin }
    expect(await complete(ana, order)).toMatchObject({ AuthType: 'PIN' })
    const wrong = await refusalOf(complete(ana, { ...order, PIN: '000000' }))
    expect(wrong).toMatchObject({ status: 422, code: 'WRONG_PIN' })
    expect(await stateOf(signerGuid)).toBe('pending')
    expect(await complete(ana, { ...order, PIN: SIGNER_PIN })).toBeNull()
    expect(await verdictsOf(document!)).toEqual([VALID])
    expect(await standingOf(begun.TransactionId)).toMatchObject({ state: 'done' })
  })

  test('a PIN that comes with the beginning is looked at then', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const wrong = init(ana, signerOf(document!), { CertGUID: keys.pin, Pin: '000000' })
    expect(await refusalOf(wrong)).toMatchObject({ status: 422, code: 'WRONG_PIN' })
    const begun = await init(ana, signerOf(document!), { CertGUID: keys.pin, Pin: SIGNER_PIN })
    expect(begun.AuthType).toBe('PIN')
  })

  test('on the provider’s page: away, back to the portal, and signed', async () => {
    const { document, order } = await sendApproved(scene, keys.redirect)
    expect(order.back.origin + order.back.pathname).toBe(`${scene.portal.url}/ivsign-sign`)
    expect([...order.back.searchParams]).toEqual([['transactionid', order.transactionId]])
    expect(await signedWhile(async () => expect(await complete(ana, order)).toBeNull())).toBe(1)
    expect(await verdictsOf(document)).toEqual([VALID])
  })

  test('on the phone: waits, and is signed as soon as it has accepted', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const signerGuid = signerOf(document!)
    const begun = await init(ana, signerGuid, { CertGUID: keys.mobile })
    expect(begun).toMatchObject({ AuthType: 'MOBILE' })
    const order = { signerGuid, transactionId: begun.TransactionId, CertGUID: keys.mobile }
    expect(await complete(ana, order)).toEqual({ TransactionId: begun.TransactionId, AuthType: 'MOBILE' })
    await decidePush(scene, 'accept')
    expect(await complete(ana, order)).toBeNull()
    expect(await verdictsOf(document!)).toEqual([VALID])
  })

  test('nobody is held up meanwhile: the signer is still pending, and another signer may sign', async () => {
    const sent = await scene.send({ signers: ['ana', 'biel'] })
    const order = await approveOnPage(ana, signerOf(sent), keys.redirect)
    expect(await stateOf(signerOf(sent))).toBe('pending')
    const other = await approveOnPage(biel, signerOf(sent, 1), bielKeys.redirect)
    expect(await complete(biel, other)).toBeNull()
    // What was authorised on the page is the document as it was.
    expect(await refusalOf(complete(ana, order))).toMatchObject({ status: 409, code: 'DOCUMENT_MOVED_ON' })
    expect(await failuresOf(scene, sent)).toEqual(['DOCUMENT_MOVED_ON'])
    expect(await stateOf(signerOf(sent))).toBe('pending')
    const again = await approveOnPage(ana, signerOf(sent), keys.redirect)
    expect(again.transactionId).not.toBe(order.transactionId)
    expect(await complete(ana, again)).toBeNull()
    expect(await verdictsOf(sent)).toEqual([VALID, VALID])
  })

  test('a software certificate, which names no document, signs the newest revision', async () => {
    const sent = await scene.send({ signers: ['ana', 'biel'] })
    const begun = await init(ana, signerOf(sent), { CertGUID: keys.pin })
    const other = await init(biel, signerOf(sent, 1), { CertGUID: bielKeys.pin })
    const of = (transactionId: string, CertGUID: string, index: number) =>
      ({ signerGuid: signerOf(sent, index), transactionId, CertGUID, PIN: SIGNER_PIN }) as const
    expect(await complete(biel, of(other.TransactionId, bielKeys.pin, 1))).toBeNull()
    expect(await complete(ana, of(begun.TransactionId, keys.pin, 0))).toBeNull()
    expect(await verdictsOf(sent)).toEqual([VALID, VALID])
  })

  test('one document by three ways and two kinds of keys', async () => {
    const carla = scene.people.carla
    const carlaKeys = await linkIvnosys(scene, 'carla')
    const sent = await scene.send({ signers: ['ana', 'biel', 'carla'] })
    const begun = await init(ana, signerOf(sent), { CertGUID: keys.pin })
    const order = { signerGuid: signerOf(sent), transactionId: begun.TransactionId, CertGUID: keys.pin }
    expect(await complete(ana, { ...order, PIN: SIGNER_PIN })).toBeNull()
    expect(await complete(biel, await approveOnPage(biel, signerOf(sent, 1), bielKeys.redirect))).toBeNull()
    const last = await init(carla, signerOf(sent, 2), { CertGUID: carlaKeys.mobile })
    await decidePush(scene, 'accept')
    const third = { signerGuid: signerOf(sent, 2), transactionId: last.TransactionId, CertGUID: carlaKeys.mobile }
    expect(await complete(carla, third)).toBeNull()
    expect(await verdictsOf(sent)).toEqual([VALID, VALID, VALID])
    expect(await verifyDocument(scene, sent)).toMatchObject({ code: 0 })
  })

  test('begun twice, also at the same moment, it is the same one, and the phone is asked once', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const begin = () => init(ana, signerOf(document!), { CertGUID: keys.mobile })
    const [one, two] = await Promise.all([begin(), begin()])
    expect(two).toEqual(one)
    expect(await begin()).toEqual(one)
    const rows = await query('select id from errands where signer_id = $1', [signerOf(document!)])
    expect(rows).toHaveLength(1)
  })

  test('begun with another certificate, the one before is over', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const first = await approveOnPage(ana, signerOf(document!), keys.redirect)
    const second = await init(ana, signerOf(document!), { CertGUID: keys.pin })
    expect(await refusalOf(complete(ana, first))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    const order = { ...first, transactionId: second.TransactionId, CertGUID: keys.pin, PIN: SIGNER_PIN }
    expect(await complete(ana, order)).toBeNull()
  })

  test('whoever comes back too early is told so, and may still go on', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const begun = await init(ana, signerOf(document!), { CertGUID: keys.redirect })
    const order = {
      signerGuid: signerOf(document!),
      transactionId: begun.TransactionId,
      CertGUID: keys.redirect,
    }
    expect(await refusalOf(complete(ana, order))).toMatchObject({ status: 403, code: 'TRANSACTION_REFUSED' })
    expect(await init(ana, signerOf(document!), { CertGUID: keys.redirect })).toEqual(begun)
    await decideOnPage(begun.RedirectUrl!, 'approve')
    expect(await init(ana, signerOf(document!), { CertGUID: keys.redirect })).toMatchObject({
      TransactionId: begun.TransactionId,
      AuthType: 'NONE',
    })
    expect(await complete(ana, order)).toBeNull()
  })

  test('refused on the page or on the phone, nothing is signed, and it can be begun anew', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const signerGuid = signerOf(document!)
    const begun = await init(ana, signerGuid, { CertGUID: keys.redirect })
    await decideOnPage(begun.RedirectUrl!, 'deny')
    const order = { signerGuid, transactionId: begun.TransactionId, CertGUID: keys.redirect }
    expect(await refusalOf(complete(ana, order))).toMatchObject({ status: 403, code: 'TRANSACTION_REFUSED' })
    expect(await refusalOf(complete(ana, order))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    const phone = await init(ana, signerGuid, { CertGUID: keys.mobile })
    await decidePush(scene, 'refuse')
    const byPhone = { signerGuid, transactionId: phone.TransactionId, CertGUID: keys.mobile }
    expect(await refusalOf(complete(ana, byPhone))).toMatchObject({ status: 400, code: 'SIGNING_CANCELLED' })
    expect(await stateOf(signerGuid)).toBe('pending')
    expect(await failuresOf(scene, document!)).toEqual(['TRANSACTION_REFUSED', 'SIGNING_CANCELLED'])
    const again = await init(ana, signerGuid, { CertGUID: keys.mobile })
    expect(again.TransactionId).not.toBe(phone.TransactionId)
  })

  test('a transaction is of one person, one signer and one certificate', async () => {
    const [mine, other] = await sendSeveral(scene, 2, 'ana')
    const [foreign] = await sendSeveral(scene, 1, 'biel')
    const order = await approveOnPage(ana, signerOf(mine!), keys.redirect)
    const tries = [
      () => complete(ana, { ...order, signerGuid: signerOf(other!) }),
      () => complete(ana, { ...order, CertGUID: keys.pin, PIN: SIGNER_PIN }),
      () => complete(ana, { ...order, transactionId: NOBODY }),
      () => complete(biel, { ...order, signerGuid: signerOf(foreign!), CertGUID: bielKeys.redirect }),
    ]
    for (const one of tries) expect(await refusalOf(one())).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    const attempt = crypto.randomUUID()
    const isForeign = async () =>
      expect(await refusalOf(complete(biel, { ...order, attempt }))).toMatchObject({ code: 'DOCUMENT_NOT_FOUND' })
    await isForeign()
    expect(await complete(ana, { ...order, attempt })).toBeNull()
    await isForeign()
  })

  test('checks what the sign call checks before anybody goes anywhere', async () => {
    const document = await scene.send({ signers: ['ana'], signer: { readAll: true } })
    const begin = (person: DemoSigner, CertGUID: string) => refusalOf(init(person, signerOf(document), { CertGUID }))
    expect(await begin(ana, keys.redirect)).toMatchObject({ status: 422, code: 'READ_ALL_PENDING' })
    expect(await begin(biel, bielKeys.redirect)).toMatchObject({ status: 404 })
    const [free] = await sendSeveral(scene, 1, 'ana')
    const withOther = (CertGUID: string) => refusalOf(init(ana, signerOf(free!), { CertGUID }))
    expect(await withOther(ana.certificateId)).toMatchObject({ status: 404, code: 'CERTIFICATE_NOT_FOUND' })
    expect(await withOther(bielKeys.pin)).toMatchObject({ status: 404, code: 'CERTIFICATE_NOT_FOUND' })
    const login = { params: { signerGuid: signerOf(document) }, body: { CertGUID: keys.redirect } }
    expect(await refusalOf(ana.call.loginBeforeSign(login))).toMatchObject({ code: 'READ_ALL_PENDING' })
  })

  test('the provider’s trouble is told as such, never as the end of the session or as a conflict', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const signerGuid = signerOf(document!)
    await spoil('mfaBegin', 'http500')
    const begun = await refusalOf(init(ana, signerGuid, { CertGUID: keys.redirect }))
    expect(begun).toMatchObject({ status: 502, code: 'PROVIDER_FAILED' })
    const order = await approveOnPage(ana, signerGuid, keys.redirect)
    await spoil('check', 'http500')
    expect(await refusalOf(complete(ana, order))).toMatchObject({ status: 502, code: 'PROVIDER_FAILED' })
    expect(await complete(ana, order)).toBeNull()
  })

  test('a log-in that ends before the signature is made asks for another one, and nothing is lost', async () => {
    const { order } = await sendApproved(scene, keys.redirect)
    await spoil('hash', 'expired-session')
    expect(await refusalOf(complete(ana, order))).toMatchObject({ status: 403, code: 'PROVIDER_NOT_AUTHORISED' })
    await spoil('mfaBegin', 'expired-session')
    const [other] = await sendSeveral(scene, 1, 'ana')
    const begun = await refusalOf(init(ana, signerOf(other!), { CertGUID: keys.redirect }))
    expect(begun).toMatchObject({ status: 403, code: 'PROVIDER_NOT_AUTHORISED' })
    expect(await complete(ana, order)).toBeNull()
  })

  test('an answer that is lost leaves the document unsigned; begun again, one signature is in it', async () => {
    const { document, order } = await sendApproved(scene, keys.redirect)
    await spoil('hash', 'answer-lost')
    expect(await refusalOf(complete(ana, order))).toMatchObject({ status: 502, code: 'PROVIDER_ANSWER_LOST' })
    expect(await signaturesOf(scene, document)).toBe(0)
    // The page's word was good for one value, wherever that is.
    expect(await refusalOf(complete(ana, order))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    expect(await complete(ana, await approveOnPage(ana, signerOf(document), keys.redirect))).toBeNull()
    expect(await verdictsOf(document)).toEqual([VALID])
  })

  test.each(['other-key', 'other-hash'])(
    'a value that does not fit (%s) never comes near the document',
    async (fault) => {
      const { document, order } = await sendApproved(scene, keys.redirect)
      await spoil('hash', fault)
      expect(await refusalOf(complete(ana, order))).toMatchObject({ status: 502, code: 'PROVIDER_SIGNATURE_REFUSED' })
      expect(await signaturesOf(scene, document)).toBe(0)
      expect(await failuresOf(scene, document), 'told once').toEqual(['PROVIDER_SIGNATURE_REFUSED'])
    },
  )

  test('a PIN that is tried too often is locked, and says so', async () => {
    const carla = scene.people.carla
    const [document] = await sendSeveral(scene, 1, 'carla')
    const { pin: CertGUID } = await linkIvnosys(scene, 'carla')
    const begun = await init(carla, signerOf(document!), { CertGUID })
    const order = { signerGuid: signerOf(document!), transactionId: begun.TransactionId, CertGUID }
    const attempt = async () => (await refusalOf(complete(carla, { ...order, PIN: '000000' }))).code
    expect([await attempt(), await attempt()]).toEqual(['WRONG_PIN', 'WRONG_PIN'])
    expect(await refusalOf(complete(carla, { ...order, PIN: '000000' }))).toMatchObject({ code: 'PIN_LOCKED' })
    expect(await attempt()).toBe('TRANSACTION_EXPIRED')
  })
})
