/** An address that somebody gave themselves in the profile, and nobody has proved: it catches no document of others. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, makePdf, sendDocument } from '@rubrica/testing'
import { clientAs, openGuests, PASSWORD } from '../scenes/guest-scene.ts'
import { openTemplateScene } from '../scenes/template-scene.ts'

const TAKEN = 'aina@elsewhere.test'
const GUEST = { name: 'Aina Pons', email: TAKEN, language: 'en' }

let open: Awaited<ReturnType<typeof openTemplateScene>>
let guests: ReturnType<typeof openGuests>
beforeAll(async () => {
  open = await openTemplateScene()
  guests = openGuests(() => open.scene)
  await open.rows('update subscriptions set allows_guests = true')
  await setAddress(TAKEN)
})
afterAll(() => open.scene[Symbol.asyncDispose]())

/** As ana does it in the profile. */
const setAddress = (email: string) =>
  open.scene.people.ana.call.updateUser({ body: { email, currentpassword: DEMO_PASSWORD } })
const prove = () => open.rows('update users set email_is_known = true where id = $1', [open.idOf('ana')])
/** Who is asked to sign what biel sends to the address. */
const whoIsAsked = async () => {
  const { guid } = await guests.invite(TAKEN)
  const [holder] = await guests.holdersOf(guid)
  return holder!.user_id === open.idOf('ana') ? 'ana' : 'a guest'
}
interface Person {
  readonly userId: string | null
  readonly email: string | null
}
const found = async (path: string) =>
  ((await (await open.ask('biel', path)).json()) as { data?: Person[]; people?: Person[] }).data ?? []
const contact = async () => {
  await open.rows('delete from contacts')
  return (await (await open.write('biel', 'POST contacts', { guest: GUEST })).json()) as Person
}

test('what is sent to the address goes to a guest, whom the member does not see, until the address is proved', async () => {
  expect(await whoIsAsked()).toBe('a guest')
  expect(await guests.secretsTo(TAKEN)).toHaveLength(1)
  expect(await contact()).toMatchObject({ userId: null, email: TAKEN })
  expect(await found(`people?text=${encodeURIComponent(TAKEN)}`)).toEqual([])
  await prove()
  expect(await whoIsAsked()).toBe('ana')
  expect(await contact()).toMatchObject({ userId: 'ana', email: null })
  expect(await found(`people?text=${encodeURIComponent(TAKEN)}`)).toMatchObject([{ userId: 'ana' }])
})

test('other letters of the same address change nothing of it, and another address is to be proved anew', async () => {
  await prove()
  await setAddress(TAKEN.toUpperCase())
  expect(await whoIsAsked()).toBe('ana')
  await setAddress('ana.other@elsewhere.test')
  await setAddress(TAKEN)
  expect(await whoIsAsked()).toBe('a guest')
})

test('an address that nobody has proved does not keep whoever has it from an account of their own', async () => {
  await open.rows('update subscriptions set allows_accounts = true')
  await guests.invite(TAKEN)
  const { call } = await guests.enter(TAKEN)
  expect(await call.accountOffer({})).toMatchObject({ State: 'offered', UserId: TAKEN })
})

/** Opens a link of a program for the first signer of a document. */
async function openLink(guid: string, signer: string) {
  const { portal, senderToken } = open.scene
  const { url } = await clientAs(portal.url, senderToken).createSigningLink({
    params: { docGuid: guid },
    body: { signer, returnUrl: 'https://scene.example.test/done' },
  })
  return guests.stranger().openSigningLink({ body: { Secret: new URL(url).hash.slice(1) } })
}

test('a session whose address no code has proved is offered no account, and makes none', async () => {
  await open.rows('update subscriptions set allows_accounts = true')
  const anas = await open.scene.send({ signers: ['ana'] })
  const { Session } = await openLink(anas.guid, anas.signers[0]!.guid)
  const sent = await sendDocument(open.scene.portal.url, open.scene.senderToken, {
    document: makePdf(),
    description: { fileName: 'lease.pdf', signers: [{ guest: { name: 'Gemma', email: 'unproved@elsewhere.test' } }] },
  })
  const opened = await openLink(sent.guid, sent.signers[0]!.guid)
  expect(opened.Session).toBeUndefined()
  const refusals = [
    [Session!.access_token, 403],
    [open.scene.people.ana.token, 403],
    // What leads to the code is no session.
    [opened.Invitation!, 401],
  ] as const
  for (const [token, status] of refusals) {
    const call = clientAs(open.scene.portal.url, token)
    await expect(call.accountOffer({})).rejects.toMatchObject({ status })
    await expect(call.makeAccount({ body: { Password: PASSWORD } })).rejects.toMatchObject({ status })
  }
  expect(await open.rows('select 1 from guest_accounts')).toHaveLength(0)
})
