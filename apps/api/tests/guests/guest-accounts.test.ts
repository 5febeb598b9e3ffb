/** A guest becomes an account: with a password of theirs, what waits for their address, and no legal id. */
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { logIn, makePdf, newestCode, openScene, runCli, sendDocument, type Scene } from '@rubrica/testing'
import { clientAs, openGuests, PASSWORD, PATIENCE } from '../scenes/guest-scene.ts'
import { readEventsOf } from '../scenes/read-installation-events.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  await rows(`update user_subscriptions set roles = '{sender}'`)
})
beforeEach(() => rows('update subscriptions set allows_guests = true, allows_accounts = true'))
afterAll(() => scene[Symbol.asyncDispose]())

const { rows, mailsTo, codeTo, secretsTo, invite, stranger, enter, holdersOf } = openGuests(() => scene)
const logInAs = (userId: string, password = PASSWORD) => logIn(scene.portal.url, { userId, password })
const makeAccount = { body: { Password: PASSWORD } }

async function makeOne(email: string) {
  await invite(email)
  const { UserGUID } = await (await enter(email)).call.makeAccount(makeAccount)
  return { id: UserGUID, ...(await logInAs(email)) }
}

const operate = (...words: string[]) => {
  const { server } = scene.portal
  return runCli([...words, '--json'], { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir })
}

const eventsOf = (guid: string) =>
  rows<{ canonical: string }>(
    `select canonical from audit_events where document_id = $1 and type = 'guest-became-account'`,
    [guid],
  )

const pendingOf = async ({ call }: Awaited<ReturnType<typeof logInAs>>) =>
  (await call.pendingDocuments({ query: {} })).List.map(({ FileName }) => FileName).toSorted()

test('a guest makes an account, logs in with it, and finds what waits for the address and what they signed', async () => {
  const email = 'Gemma@elsewhere.test'
  const first = await invite(email, 'signed.pdf')
  const guest = await enter(email)
  await guest.call.signAsGuest({ body: {} })
  const second = await invite(email, 'waiting.pdf')
  const loginName = email.toLowerCase()
  expect(await guest.call.accountOffer({})).toEqual({ State: 'offered', UserId: loginName, Email: email })
  const made = await guest.call.makeAccount(makeAccount)
  expect(made).toMatchObject({ UserId: loginName })
  const account = await logInAs(email)
  expect(account.userId).toBe(made.UserGUID)
  expect(account.legalId).toMatch(/^none-/)
  expect(await account.call.user({})).toMatchObject({ userid: loginName, username: 'Gemma Guest', email })
  expect((await account.call.memberships({})).List).toMatchObject([{ Roles: [] }])
  expect(await holdersOf(first.guid)).toEqual([{ user_id: account.userId, guest_id: guest.userId }])
  const events = [await eventsOf(first.guid), await eventsOf(second.guid)]
  expect(events.map(({ length }) => length)).toEqual([1, 1])
  expect(events[0]![0]!.canonical).toContain(`"after":"${account.userId}","before":"${guest.userId}"`)
  const history = await account.call.history({ query: {} })
  expect(history.List).toMatchObject([{ FileName: 'signed.pdf' }])
  expect(await pendingOf(account)).toEqual(['waiting.pdf'])
  // A known address invites the person who has it, by the mail of people who log in.
  const third = await invite(email.toUpperCase(), 'later.pdf')
  expect(await holdersOf(third.guid)).toEqual([{ user_id: account.userId, guest_id: null }])
  expect(await pendingOf(account)).toEqual(['later.pdf', 'waiting.pdf'])
  const called = await vi.waitFor(async () => {
    const mail = (await mailsTo(email)).find(({ subject }) => subject.includes('later.pdf'))
    expect(mail).toBeDefined()
    return mail!
  }, PATIENCE)
  expect(called.links).toEqual([`${scene.portal.url}/documents/${third.guid}`])
})

test('the account signs what its address was invited to, as guests do, and what is signed names the address alone', async () => {
  const email = 'signer@elsewhere.test'
  const account = await makeOne(email)
  const { List } = await account.call.pendingDocuments({ query: {} })
  const { DocGUI, SignerDTO } = List[0]!
  const params = { signerGuid: SignerDTO.SignerGUID }
  await account.call.signByEmail({ params, body: { AccessMethod: 'USER_PASS' } })
  const [signer] = await rows('select state, access_method from signers where document_id = $1', [DocGUI])
  expect(signer).toMatchObject({ state: 'signed' })
  const attempts = await rows('select access_method, certificate_id from signing_attempts where signer_id = $1', [
    SignerDTO.SignerGUID,
  ])
  expect(attempts).toEqual([{ access_method: 'USER_PASS', certificate_id: null }])
  // Who has a legal id signs with what states it.
  const anas = await scene.send({ signers: ['ana'] })
  const byAna = { params: { signerGuid: anas.signers[0]!.guid }, body: { AccessMethod: 'USER_PASS' as const } }
  await expect(scene.people.ana.call.signByEmail(byAna)).rejects.toMatchObject({ status: 403 })
  await expect(account.call.signByEmail(byAna)).rejects.toMatchObject({ status: 404 })
})

test('nothing is offered where the subscription does not allow it, or somebody of it has the address', async () => {
  const email = 'nobody@elsewhere.test'
  await invite(email)
  const { call } = await enter(email)
  const { subscriptions } = JSON.parse((await operate('subscription', 'list')).stdout) as {
    subscriptions: { name: string; allowsAccounts: boolean }[]
  }
  const [{ name, allowsAccounts }] = subscriptions as [{ name: string; allowsAccounts: boolean }]
  expect(allowsAccounts).toBe(true)
  expect((await operate('subscription', 'set', name, '--accounts', '--no-accounts')).code).toBe(2)
  expect((await operate('subscription', 'set', name, '--no-accounts')).code).toBe(0)
  expect(await call.accountOffer({})).toEqual({ State: 'none' })
  await expect(call.makeAccount(makeAccount)).rejects.toMatchObject({ status: 403, code: 'ACCOUNT_NOT_OFFERED' })
  expect((await operate('subscription', 'set', name, '--accounts')).code).toBe(0)
  await rows(`update users set email = $1 where user_id = 'carla'`, [email.toUpperCase()])
  expect(await call.accountOffer({})).toEqual({ State: 'none' })
  await expect(call.makeAccount(makeAccount)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_OFFERED' })
  await rows(`update users set email = 'carla@people.test' where user_id = 'carla'`)
})

test('a weak password makes none, and one that somebody logs in with already is not the name of another', async () => {
  const email = 'weak@elsewhere.test'
  await rows(`update users set user_id = $1 where user_id = 'carla'`, [email])
  await invite(email)
  const { call } = await enter(email)
  const weak = call.makeAccount({ body: { Password: 'short' } })
  await expect(weak).rejects.toMatchObject({ status: 400, code: 'PASSWORD_NOT_SECURE' })
  expect(await call.makeAccount(makeAccount)).toMatchObject({ UserId: `${email}-2` })
  await rows(`update users set user_id = 'carla' where user_id = $1`, [email])
  expect((await logInAs(`${email}-2`)).userId).toBeTruthy()
})

test('of two tabs and two invitations of one address at once, one makes the account and has everything', async () => {
  const email = 'twice@elsewhere.test'
  const sent = [await invite(email, 'one.pdf'), await invite(email, 'two.pdf')]
  const secrets = await secretsTo(email, 2)
  const guests = [await enter(email, secrets[0]), await enter(email, secrets[1])]
  const tries = await Promise.allSettled(
    [...guests, ...guests].map(({ call }, index) => call.makeAccount({ body: { Password: `${PASSWORD}${index}` } })),
  )
  const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(made).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'ACCOUNT_EXISTS' })
  const [{ count }] = (await rows<{ count: number }>('select count(*)::int from guest_accounts where email = $1', [
    email,
  ])) as [{ count: number }]
  expect(count).toBe(1)
  expect(await readEventsOf(rows, email)).toMatchObject([{ type: 'account-made', facts: { by: 'person' } }])
  for (const { guid } of sent) expect(await holdersOf(guid)).toMatchObject([{ user_id: made[0]!.UserGUID }])
  expect(await guests[1]!.call.accountOffer({})).toEqual({ State: 'made', UserId: email, Email: email })
})

/** Of this database alone: others of the same server were made alike, with the same numbers of tables. */
const LOCKS = `pg_locks join pg_stat_activity using (pid) where relation = 'user_subscriptions'::regclass
  and datname = current_database()`

/**
 * Locks who belongs to a subscription until somebody looks whose an address is, and then gives the person their account.
 * Whoever else reads the table meanwhile waits, too.
 */
const ACCOUNT_MEANWHILE = (userId: string, email: string) => `do $$ begin
  lock table user_subscriptions in access exclusive mode;
  while not exists (select from ${LOCKS} and not granted and query like '%as named (email, place)%') loop
    perform pg_sleep(0.01), pg_stat_clear_snapshot();
  end loop;
  insert into user_subscriptions (user_id, subscription_id)
    select '${userId}', subscription_id from guests join users on users.id = guests.user_id where email = '${email}';
  insert into guest_accounts (user_id, subscription_id, email, created_at)
    select '${userId}', subscription_id, '${email}', now()
    from guests join users on users.id = guests.user_id where email = '${email}';
end $$`

test('an account that is made while its offer is looked at is told as made', async () => {
  const email = 'meanwhile@elsewhere.test'
  await invite(email)
  const guest = await enter(email)
  const { UserGUID } = await guest.call.makeAccount(makeAccount)
  await rows('delete from guest_accounts where user_id = $1', [UserGUID])
  await rows('delete from user_subscriptions where user_id = $1', [UserGUID])
  const meanwhile = rows(ACCOUNT_MEANWHILE(UserGUID, email))
  const isLocked = async () => (await rows(`select from ${LOCKS} and granted and mode = 'AccessExclusiveLock'`)).length
  await expect.poll(isLocked, PATIENCE).toBe(1)
  expect(await guest.call.accountOffer({})).toEqual({ State: 'made', UserId: email, Email: email })
  await meanwhile
})

test('an invitation opens one document of the account and never sets its password', async () => {
  const email = 'taken@elsewhere.test'
  await invite(email)
  const secret = (await secretsTo(email))[0]!
  const guest = await enter(email, secret)
  const { UserGUID } = await guest.call.makeAccount(makeAccount)
  await expect(guest.call.makeAccount({ body: { Password: 'Another-1-word!' } })).rejects.toMatchObject({
    code: 'ACCOUNT_EXISTS',
  })
  await rows(`update invitations set created_at = created_at - interval '1 hour'`)
  await stranger().askInvitationAgain({ body: { Secret: secret } })
  // The document is the account's now: its mail leads to the log-in.
  expect((await secretsTo(email)).length).toBe(1)
  expect(await stranger().invitation({ body: { Secret: secret } })).toMatchObject({ State: 'used' })
  expect((await logInAs(email)).userId).toBe(UserGUID)
  await expect(logInAs(email, 'Another-1-word!')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
})

test('what asks for the phone too stays a guest’s until the phone is proved, and is the account’s then', async () => {
  const email = 'phoned@elsewhere.test'
  const sent = await invite(email, 'phone.pdf', { phone: '+34600111222', provesPhone: true })
  const asked = (await secretsTo(email))[0]!
  await invite(email, 'plain.pdf')
  const plain = (await secretsTo(email, 2)).find((one) => one !== asked)!
  const { UserGUID } = await (await enter(email, plain)).call.makeAccount(makeAccount)
  const [before] = await holdersOf(sent.guid)
  expect(before).toMatchObject({ guest_id: null })
  expect(before!.user_id).not.toBe(UserGUID)
  await stranger().sendInvitationCode({ body: { Secret: asked } })
  await stranger().proveInvitation({ body: { Secret: asked, Code: await codeTo(email) } })
  expect(await holdersOf(sent.guid)).toEqual([before])
  await stranger().sendInvitationCode({ body: { Secret: asked } })
  const { Session } = await stranger().proveInvitation({ body: { Secret: asked, Code: await newestCode(scene) } })
  expect(Session).toMatchObject({ UserGUID })
  expect(await holdersOf(sent.guid)).toEqual([{ user_id: UserGUID, guest_id: before!.user_id }])
})

test('the address of an account without a legal id is not changed, and no program logs it in', async () => {
  const account = await makeOne('fixed@elsewhere.test')
  const change = (email: string) => account.call.updateUser({ body: { email, currentpassword: PASSWORD } })
  await expect(change('boss@elsewhere.test')).rejects.toMatchObject({ status: 409, code: 'EMAIL_FIXED' })
  await change('fixed@elsewhere.test')
  const answer = await fetch(`${scene.portal.url}/api/v1/user-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.logInToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ userId: 'fixed@elsewhere.test' }),
  })
  expect(answer.status).toBe(404)
})

test('a link of a program lets in no account without a legal id: the address is proved, for that document alone', async () => {
  const email = 'linked@elsewhere.test'
  const account = await makeOne(email)
  const { guid, signers } = await sendDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: { fileName: 'linked.pdf', signers: [{ guest: { name: 'Gemma', email } }] },
  })
  expect(await holdersOf(guid)).toMatchObject([{ user_id: account.userId }])
  const { url } = await clientAs(scene.portal.url, scene.senderToken).createSigningLink({
    params: { docGuid: guid },
    body: { signer: signers[0]!.guid, returnUrl: 'https://scene.example.test/done' },
  })
  const opened = await stranger().openSigningLink({ body: { Secret: new URL(url).hash.slice(1) } })
  expect(opened.Session).toBeUndefined()
  const session = await enter(email, opened.Invitation)
  expect(session.userId).toBe(account.userId)
  await expect(session.call.user({})).rejects.toMatchObject({ status: 403 })
  await expect(session.call.makeAccount(makeAccount)).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS' })
  await session.call.signAsGuest({ body: {} })
})

test('an operator sets a legal id once, which nobody else has: sessions end, and the e-mail signs no more', async () => {
  const email = 'known@elsewhere.test'
  const account = await makeOne(email)
  const taken = await operate('user', 'set', email, '--legal-id', scene.people.ana.legalId)
  expect([taken.code, taken.stdout + taken.stderr]).toEqual([1, expect.stringContaining('LEGAL_ID_TAKEN')])
  expect((await operate('user', 'set', 'ana', '--legal-id', 'X9')).code).toBe(1)
  expect((await operate('user', 'grant', email, '--allow', 'KeyVault')).code).toBe(1)
  const demanding = invite(email, 'demanded.pdf', {}, { certificateType: 'KeyVault' })
  await expect(demanding).rejects.toThrow('without a legal id')
  expect((await operate('user', 'set', email, '--legal-id', '99999999R')).code).toBe(0)
  expect((await operate('user', 'set', email, '--legal-id', '88888888Y')).code).toBe(1)
  await expect(account.call.user({})).rejects.toMatchObject({ status: 401 })
  expect(await readEventsOf(rows, email)).toMatchObject([
    { type: 'account-made' },
    { type: 'account-changed', facts: { by: 'operator', changed: 'legalId', legalIdType: 'DNI' } },
  ])
  const known = await logInAs(email)
  expect(known.legalId).toBe('99999999R')
  const { List } = await known.call.pendingDocuments({ query: {} })
  const params = { signerGuid: List[0]!.SignerDTO.SignerGUID }
  await expect(known.call.signByEmail({ params, body: { AccessMethod: 'USER_PASS' } })).rejects.toMatchObject({
    code: 'SCOPE_TOO_NARROW',
  })
  await known.call.updateUser({
    body: { email: 'other@elsewhere.test', currentpassword: PASSWORD },
  })
})

test('an operator sets no password and no legal id of a guest, whom nobody logs in as', async () => {
  const { guid } = await invite('nobody@elsewhere.test')
  const [holder] = await holdersOf(guid)
  const name = `guest-${holder!.user_id}`
  for (const words of [
    ['password', name],
    ['set', name, '--legal-id', '11111111H'],
    ['unlock', name],
  ]) {
    const { code, stderr } = await operate('user', ...words)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`There is no user "${name}"`)])
  }
  expect(await rows('select 1 from users where user_id = $1 and password_hash is null', [name])).toHaveLength(1)
})

test('a forgotten password is recovered by the address', async () => {
  const email = 'forgot@elsewhere.test'
  const { userId } = await makeOne(email)
  const { url } = scene.portal
  const body = { grant_type: 'password', username: email, password: '', scope: 'vidmobileuser\\recoverpass' } as const
  const asking = clientAs(url, (await stranger().token({ body })).access_token)
  await asking.recoverPassword({ params: { id: userId }, body: {} })
  const link = await vi.waitFor(async () => {
    const links = (await mailsTo(email)).flatMap((mail) => mail.links)
    return new URL(links.find((one) => one.includes('/recovery?'))!)
  }, PATIENCE)
  const chosen = clientAs(url, link.searchParams.get('t')!)
  await chosen.setPassword({ params: { id: userId }, body: { password: 'Chosen-4-anew!' } })
  expect((await logInAs(email, 'Chosen-4-anew!')).userId).toBe(userId)
})
