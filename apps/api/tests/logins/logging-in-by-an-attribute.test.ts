/** A provider whose names may pass to others: an attribute that the operator has chosen says who somebody is. */
import { afterEach, expect, test } from 'vitest'
import { runCli } from '@rubrica/testing'
import { exchange, samlScene } from '../scenes/saml-scene.ts'

/** As the sandbox calls it; known once the scene is open. */
let attribute = ''
const { choose, deliver, open, portal } = samlScene(({ legalIdAttribute, ...provider }) => {
  attribute = String(legalIdAttribute)
  return { ...provider, idAttribute: attribute }
})

const query = (text: string, values: unknown[] = []) => portal().server.database!.query(text, values)
const moveAway = () => query(`update users set email = 'moved@elsewhere.example' where user_id = 'ana'`)
afterEach(async () => {
  await query('delete from user_identities')
  await query(`update users set email = 'ana@sandbox.example' where user_id = 'ana'`)
})

/** @returns who is let in, or why nobody is */
async function logInAs(account: string): Promise<string> {
  const browser = open()
  const url = await deliver(await choose(browser, account))
  if (!url.searchParams.has('token')) return url.searchParams.get('code')!
  const { Token } = (await exchange(browser, url)).body as { Token: string }
  const answer = await fetch(`${portal().url}/api/vidmobileuser`, { headers: { authorization: `Bearer ${Token}` } })
  return ((await answer.json()) as { userid: string }).userid
}

test('its value alone names the account from the first log-in on, whatever the address is later', async () => {
  expect(await logInAs('ana')).toBe('ana')
  expect(await query('select attribute, is_certain from user_identities')).toEqual([{ attribute, is_certain: true }])
  await moveAway()
  expect(await logInAs('ana')).toBe('ana')
  await portal().sandbox.inject({ service: 'saml', operation: 'response', fault: 'reused-name' })
  expect(await logInAs('stranger')).toBe('LOGIN_USER_UNKNOWN')
})

test('an operator links the value to a user, and takes it away again', async () => {
  const { server, sandbox } = portal()
  await moveAway()
  expect(await logInAs('ana')).toBe('LOGIN_USER_UNKNOWN')
  const identity = (verb: 'add' | 'remove') =>
    runCli(
      [
        ...['user', 'identity', verb, 'ana', '--provider', 'saml', '--issuer', `${sandbox.url}/idp/saml/metadata`],
        ...['--subject', '00000000T', '--attribute', attribute, '--json'],
      ],
      { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir },
    )
  expect(await identity('add')).toMatchObject({ code: 0, stderr: '' })
  expect(await logInAs('ana')).toBe('ana')
  expect(await identity('remove')).toMatchObject({ code: 0 })
  expect(await logInAs('ana')).toBe('LOGIN_USER_UNKNOWN')
})
