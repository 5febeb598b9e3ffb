/** Log-ins at Ivnosys that come before a signature, since it has forgotten the person. */
import { beforeAll, describe, expect, test } from 'vitest'
import { decideOnPage, transactionOf, type DemoSigner } from '@rubrica/testing'
import { refusalOf, sendSeveral } from '../scenes/authorise-signing.ts'
import { complete, init, linkIvnosys, signerOf, SIGNER_PIN } from '../scenes/ivnosys-calls.ts'
import { ivnosysScene, NOBODY, SECRETS, VALID, type Linked } from '../scenes/ivnosys-scene.ts'

const { endNow, linkBoth, query, spoil, verdictsOf } = ivnosysScene()

let { scene, ana, biel, keys, bielKeys } = {} as Linked
beforeAll(async () => {
  ;({ scene, ana, biel, keys, bielKeys } = await linkBoth())
})

describe('a log-in that has to come first', () => {
  /** Of somebody whom the provider has forgotten, unless it still knows them. */
  const login = async (person: DemoSigner, signerGuid: string, CertGUID: string, isForgotten = true) => {
    if (isForgotten) await spoil('check', 'expired-session')
    return person.call.loginBeforeSign({ params: { signerGuid }, body: { CertGUID } })
  }

  test('is asked for, leads to the page and back with its token, and the signature goes on', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const signerGuid = signerOf(document!)
    const { RedirectUrl, Token } = await login(ana, signerGuid, keys.pin)
    const back = await decideOnPage(RedirectUrl, 'approve')
    expect(back.origin + back.pathname).toBe(`${scene.portal.url}/ivsign-login-sign`)
    expect(back.searchParams.get('token')).toBe(Token)
    const TransactionId = transactionOf(back)
    const body = { CertGUID: keys.pin, Token, mfa: true, TransactionId }
    const foreign = await refusalOf(init(biel, signerGuid, { ...body, CertGUID: bielKeys.pin }))
    expect(foreign).toMatchObject({ status: 404 })
    const wrong = await refusalOf(init(ana, signerGuid, { ...body, Token: 'another' }))
    expect(wrong).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    const begun = await init(ana, signerGuid, body)
    expect(begun.AuthType).toBe('PIN')
    // A reload of the page that it comes back to.
    expect(await init(ana, signerGuid, body)).toEqual(begun)
    const order = { signerGuid, transactionId: begun.TransactionId, CertGUID: keys.pin, PIN: SIGNER_PIN }
    expect(await complete(ana, order)).toBeNull()
    expect(await verdictsOf(document!)).toEqual([VALID])
    const [next] = await sendSeveral(scene, 1, 'ana')
    expect(await refusalOf(init(ana, signerOf(next!), body))).toMatchObject({ code: 'TRANSACTION_EXPIRED' })
  })

  test('needs its token and its transaction, both', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    for (const half of [{ mfa: true }, { Token: 'x' }, { TransactionId: NOBODY }, { mfa: true, Token: 'x' }]) {
      const refused = await refusalOf(init(ana, signerOf(document!), { CertGUID: keys.pin, ...half }))
      expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    }
  })

  test('that is refused, too late, or used already signs nothing', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const signerGuid = signerOf(document!)
    const begin = async (decision: 'approve' | 'deny') => {
      const { RedirectUrl, Token } = await login(ana, signerGuid, keys.pin)
      const back = await decideOnPage(RedirectUrl, decision)
      return { CertGUID: keys.pin, Token, mfa: true, TransactionId: transactionOf(back) }
    }
    const denied = await begin('deny')
    expect(await refusalOf(init(ana, signerGuid, denied))).toMatchObject({ status: 403, code: 'TRANSACTION_REFUSED' })
    const late = await begin('approve')
    await endNow(late.TransactionId)
    expect(await refusalOf(init(ana, signerGuid, late))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
  })

  test('leads straight back when the provider still knows the person', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const { RedirectUrl, Token } = await login(ana, signerOf(document!), keys.pin, false)
    const back = new URL(RedirectUrl)
    expect(back.pathname).toBe('/ivsign-login-sign')
    const body = { CertGUID: keys.pin, Token, mfa: true, TransactionId: transactionOf(back) }
    expect((await init(ana, signerOf(document!), body)).AuthType).toBe('PIN')
  })

  test('keeps only the hash of its token', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const { Token } = await login(ana, signerOf(document!), keys.pin)
    const rows = await query('select * from errands')
    expect(JSON.stringify(rows)).not.toContain(Token)
  })

  test('nobody without an account is sent anywhere', async () => {
    const carla = scene.people.carla
    const [document] = await sendSeveral(scene, 1, 'carla')
    const carlaKeys = await linkIvnosys(scene, 'carla')
    await carla.call.removeAccount({ params: { id: carla.userId, account: 'ivsignauth' } })
    const refused = await refusalOf(login(carla, signerOf(document!), carlaKeys.pin, false))
    expect(refused).toMatchObject({ status: 404, code: 'CERTIFICATE_NOT_FOUND' })
  })
})

test('tells no secret in its log', () => {
  expect(scene.portal.server.program.log()).not.toMatch(SECRETS)
})
