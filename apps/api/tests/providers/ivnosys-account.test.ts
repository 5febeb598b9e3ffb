/** Accounts at Ivnosys: authorised on its page, once, by the person who began it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { decideOnPage, transactionOf, type DemoSigner, type Scene } from '@rubrica/testing'
import { refusalOf } from '../scenes/authorise-signing.ts'
import { linkIvnosys } from '../scenes/ivnosys-calls.ts'
import { ivnosysScene, NOBODY, PASSWORD } from '../scenes/ivnosys-scene.ts'

const { endNow, opened, query, spoil } = ivnosysScene()

let scene: Scene
let ana: DemoSigner
let biel: DemoSigner

beforeAll(async () => {
  scene = opened()
  ;({ ana, biel } = scene.people)
  await linkIvnosys(scene, 'ana')
})

describe('authorising an account', () => {
  const params = () => ({ id: ana.userId, account: 'ivsignauth' })
  const fields = { Username: 'ana', Password: PASSWORD, Organization: 'SANDBOX' }
  const authorise = () => ana.call.authoriseAccount({ params: params(), body: fields })
  const confirm = (TransactionGuid: string, person: DemoSigner = ana) =>
    refusalOf(person.call.authoriseTransaction({ params: { id: person.userId }, body: { TransactionGuid } }))

  test('leads to the provider’s page and back to the portal’s own, and holds once the provider confirms', async () => {
    await ana.call.removeAccount({ params: params() })
    expect(await ana.call.accountStatus({ params: params() })).toEqual({ IsAuthorized: false })
    const step = await authorise()
    const back = await decideOnPage(step!.RedirectUrl!, 'approve')
    expect(back.origin + back.pathname).toBe(`${scene.portal.url}/ivsign-auth`)
    expect([...back.searchParams.keys()]).toEqual(['transactionid'])
    expect(await ana.call.accountStatus({ params: params() })).toEqual({ IsAuthorized: false })
    expect(await confirm(transactionOf(back))).toMatchObject({ code: 'NONE' })
    const status = await ana.call.accountStatus({ params: params() })
    expect(status).toEqual({ IsAuthorized: true, Account: 'ana (SANDBOX)' })
    const all = await ana.call.certificates({ params: { legalid: ana.legalId } })
    const own = all.filter(({ CertType }) => CertType === 'Ivnosys')
    expect(own.map(({ certalias }) => certalias).sort()).toEqual(['ana-mobile', 'ana-pin', 'ana-redirect'])
  })

  test('without a second factor holds at once', async () => {
    const carla = scene.people.carla
    const body = { ...fields, Username: 'plain' }
    const account = { id: carla.userId, account: 'ivsignauth' }
    expect(await carla.call.authoriseAccount({ params: account, body })).toBeNull()
    expect(await carla.call.accountStatus({ params: account })).toMatchObject({ IsAuthorized: true })
    await carla.call.removeAccount({ params: account })
  })

  test('with a wrong password is refused with a sentence', async () => {
    const body = { ...fields, Password: 'not-this-one' }
    const refused = await refusalOf(ana.call.authoriseAccount({ params: params(), body }))
    expect(refused).toMatchObject({ status: 400, code: 'PROVIDER_LOGIN_INVALID' })
  })

  test('is good once, for the person who began it, and for ten minutes', async () => {
    const begin = async () => transactionOf(await decideOnPage((await authorise())!.RedirectUrl!, 'approve'))
    const first = await begin()
    expect(await confirm(first, biel)).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    expect(await confirm(first)).toMatchObject({ code: 'NONE' })
    expect(await confirm(first)).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    expect(await confirm(NOBODY)).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    const late = await begin()
    await endNow(late)
    expect(await confirm(late)).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
  })

  test('of several confirmations at the same moment one counts', async () => {
    const id = transactionOf(await decideOnPage((await authorise())!.RedirectUrl!, 'approve'))
    const answers = await Promise.all([confirm(id), confirm(id), confirm(id)])
    expect(answers.map(({ code }) => code).sort()).toEqual(['NONE', 'TRANSACTION_EXPIRED', 'TRANSACTION_EXPIRED'])
  })

  test('whoever comes back too early is told so, and may still go on', async () => {
    const { RedirectUrl } = (await authorise())!
    const page = new URL(RedirectUrl!)
    const [row] = await query("select id from errands where purpose = 'authorise' order by created_at desc")
    const id = row!['id'] as string
    expect(page.pathname).not.toContain(id)
    expect(await confirm(id)).toMatchObject({ status: 403, code: 'TRANSACTION_REFUSED' })
    await decideOnPage(RedirectUrl!, 'approve')
    expect(await confirm(id)).toMatchObject({ code: 'NONE' })
  })

  test('whoever refuses on the page, or lets somebody else in, is not authorised', async () => {
    const refused = transactionOf(await decideOnPage((await authorise())!.RedirectUrl!, 'deny'))
    expect(await confirm(refused)).toMatchObject({ status: 403, code: 'TRANSACTION_REFUSED' })
    expect(await confirm(refused)).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    const { RedirectUrl } = (await authorise())!
    await spoil('mfa', 'other-person')
    const other = transactionOf(await decideOnPage(RedirectUrl!, 'approve'))
    expect(await confirm(other)).toMatchObject({ status: 403, code: 'TRANSACTION_REFUSED' })
  })

  test('a provider that does not answer leaves it as it was, and is never told as the end of the session', async () => {
    const id = transactionOf(await decideOnPage((await authorise())!.RedirectUrl!, 'approve'))
    await spoil('check', 'http500')
    expect(await confirm(id)).toMatchObject({ status: 502, code: 'PROVIDER_FAILED' })
    expect(await confirm(id)).toMatchObject({ code: 'NONE' })
  })

  test('keeps neither password nor token where they can be read', async () => {
    await authorise()
    const rows = await query("select encode(sealed_data, 'escape') as sealed from errands")
    expect(JSON.stringify(rows)).not.toMatch(/Rubrica-2026|ticket|SANDBOX/)
  })
})
