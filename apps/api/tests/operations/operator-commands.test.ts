import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brokenPasswordRules } from '@rubrica/domain'
import { logIn, makePdf, makePng, makeTemporaryDirectory, runCli, senderToken, startServer } from '@rubrica/testing'
import type { RunningServer, TemporaryDirectory } from '@rubrica/testing'

let server: RunningServer
let folder: TemporaryDirectory
beforeAll(async () => {
  server = await startServer({ postgres: inject('sharedPostgres') })
  folder = await makeTemporaryDirectory()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const rubrica = (...args: string[]) => runCli(args, { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir })
const facts = (text: string) => JSON.parse(text) as Record<string, unknown>
const person = (id: string) => ['--name', `Name of ${id}`, '--legal-id', `L-${id}`, '--email', `${id}@example.org`]

test('a user needs a subscription, and the only one is taken by itself', async () => {
  const early = await rubrica('user', 'add', 'ann', ...person('ann'))
  expect(early).toMatchObject({ code: 1, stdout: '' })
  expect(early.stderr).toContain('There is no subscription yet')
  expect((await rubrica('subscription', 'add', 'One')).code).toBe(0)
  expect((await rubrica('user', 'add', 'ann', ...person('ann'))).code).toBe(0)
  await rubrica('subscription', 'add', 'Two', '--primary', '#112233')
  expect((await rubrica('user', 'add', 'bob', ...person('bob'))).stderr).toContain('--subscription')
  const { stdout } = await rubrica('subscription', 'list', '--json')
  expect(facts(stdout)['subscriptions']).toMatchObject([{ name: 'One' }, { name: 'Two', primaryColor: '#112233' }])
})

test('a subscription’s theme is changed in what is named, and nothing else', async () => {
  const look = async () => {
    const sql = `select primary_color, primary_text_color, secondary_color, secondary_text_color, logo is not null as has_logo
      from subscriptions where name = 'Themed'`
    return (await server.database!.query<Record<string, unknown>>(sql))[0]!
  }
  const logo = join(folder.path, 'theme.png')
  await writeFile(logo, makePng({ width: 40, height: 20 }))
  await rubrica('subscription', 'add', 'Themed', '--primary', '#112233', '--logo', logo)
  const before = await look()
  const { code, stdout } = await rubrica('subscription', 'set', 'themed', '--secondary', '#445566', '--json')
  expect(code).toBe(0)
  expect(facts(stdout)).toMatchObject({ ok: true, name: 'Themed', secondaryColor: '#445566', hasLogo: true })
  expect(await look()).toEqual({ ...before, secondary_color: '#445566', has_logo: true })
  const { stdout: said } = await rubrica('subscription', 'set', 'Themed', '--primary-text', '#000000', '--no-logo')
  expect(said).toBe('Subscription "Themed" was changed.\n')
  const after = await look()
  expect(after).toEqual({ ...before, secondary_color: '#445566', primary_text_color: '#000000', has_logo: false })
  // One wrong value, and nothing is changed.
  expect((await rubrica('subscription', 'set', 'Themed', '--primary', '#abcdef', '--secondary', 'red')).code).toBe(1)
  expect(
    (await rubrica('subscription', 'set', 'Themed', '--primary', '#abcdef', '--logo', import.meta.filename)).code,
  ).toBe(1)
  expect(await look()).toEqual(after)
})

test('a generated password satisfies the rules, is shown once, and logs in', async () => {
  const { stdout } = await rubrica('user', 'add', 'carol', ...person('carol'), '--subscription', 'One', '--json')
  const password = String(facts(stdout)['password'])
  expect(brokenPasswordRules(password)).toEqual([])
  expect((await logIn(server.url, { userId: 'carol', password })).legalId).toBe('L-carol')
})

test('a subscription without colours of its own, and the portal before anybody logs in, have #00bf71 and #FFFFFF', async () => {
  const green = {
    ...{ PrimaryColor: '#00bf71', PrimaryTextColor: '#FFFFFF' },
    ...{ SecondaryColor: '#00bf71', SecondaryTextColor: '#FFFFFF' },
  }
  expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({ theme: green })
  const { stdout } = await rubrica('user', 'add', 'gina', ...person('gina'), '--subscription', 'One', '--json')
  const gina = await logIn(server.url, { userId: 'gina', password: String(facts(stdout)['password']) })
  expect(await gina.call.appearance({ params: { id: gina.userId } })).toMatchObject({ ...green, Logo: null })
})

test.each([
  [['user', 'add', 'ann', ...person('other'), '--subscription', 'One'], 1, 'There is already a user'],
  [
    ['user', 'add', 'dan', '--name', 'D', '--legal-id', 'L-ann', '--email', 'd@x.org', '--subscription', 'One'],
    1,
    'legal id',
  ],
  [['user', 'add', 'dan', ...person('dan'), '--subscription', 'None'], 1, 'no subscription called "None"'],
  [['user', 'add', 'dan', '--name', 'D'], 2, '--legal-id must be given'],
  [['user', 'add', 'dan', ...person('dan'), '--allow', 'Nonsense'], 2, '"Nonsense" is none of them'],
  [['user', 'grant', 'nobody', '--allow', 'KeyVault'], 1, 'There is no user "nobody"'],
  [['user', 'add'], 2, 'user add|set|password|unlock|grant'],
  [['subscription', 'add', 'One'], 1, 'already a subscription'],
  [['subscription', 'add', 'Three', '--primary', 'green'], 1, 'colour'],
  [['subscription', 'set', 'One', '--primary', 'green'], 1, 'A colour is written like #00bf71, not "green"'],
  [['subscription', 'set', 'One'], 1, 'Say which colour, logo or setting to change'],
  [['subscription', 'set', 'None', '--primary', '#112233'], 1, 'no subscription called "None"'],
  [['subscription', 'set', '--primary', '#112233'], 2, 'subscription set NAME'],
  [['subscription', 'set', 'One', '--logo', 'x.png', '--no-logo'], 2, '--no-logo'],
  [['subscription', 'add', 'Four', '--no-logo'], 2, '--no-logo'],
  [['client', 'add', 'x y', '--subscription', 'One'], 1, 'client id'],
  [['client', 'add', 'web', '--subscription', 'One', '--return', 'javascript:alert(1)'], 1, 'no https address'],
  [['client', 'add', 'web', '--subscription', 'One', '--redirect', 'https://u:p@x.org'], 1, 'no https address'],
  [
    ['client', 'add', 'web', '--subscription', 'One', '--scope', 'all'],
    1,
    'documents:manage, templates, contacts, bulk, webhooks, login, csc',
  ],
  [['send'], 2, 'Name the one PDF file'],
])('rubrica %j ends with %i and says why', async (args, code, words) => {
  const result = await rubrica(...args)
  expect(result.code).toBe(code)
  expect(result.stderr).toContain(words)
  expect(result.stdout).toBe('')
})

test('a logo is made anew, small and of its pixels only, and anything but a PNG or JPEG is refused', async () => {
  const add = async (name: string, file: Uint8Array | string) => {
    const path = join(folder.path, name)
    await writeFile(path, file)
    return rubrica('subscription', 'add', name, '--logo', path, '--json')
  }
  const hidden = Buffer.concat([makePng({ width: 900, height: 200 }), Buffer.from('<script>alert(1)</script>')])
  expect((await add('With logo', hidden)).code).toBe(0)
  const [row] = await server.database!.query<{ logo: string }>(
    `select logo from subscriptions where name = 'With logo'`,
  )
  const picture = Buffer.from(row!.logo.replace('data:image/png;base64,', ''), 'base64')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([480, 107])
  expect(picture.toString('latin1')).not.toContain('script')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  for (const [name, file, words] of [
    ['Drawn', svg, 'neither a PNG nor a JPEG'],
    ['Bomb', makePng({ width: 8, height: 8 }, { width: 20_000, height: 20_000 }), 'too many pixels'],
    ['Cut', makePng({ width: 90, height: 90 }).subarray(0, 60), 'damaged'],
  ] as const) {
    const refused = await add(name, file)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(words)])
  }
})

test('a client’s secret is printed once, kept as a hash, and opens the sender API', async () => {
  const added = facts((await rubrica('client', 'add', 'erp', '--subscription', 'One', '--json')).stdout)
  const secret = String(added['secret'])
  expect(await senderToken(server.url, { id: 'erp', secret })).toMatch(/^ey/)
  expect((await rubrica('client', 'list', '--json')).stdout).not.toContain(secret)
  expect(JSON.stringify(await server.database!.query('select * from clients'))).not.toContain(secret)
  expect((await rubrica('client', 'add', 'erp', '--subscription', 'One')).stderr).toContain('already a client')
})

test('grant adds and takes away certificate types', async () => {
  const { stdout } = await rubrica('user', 'grant', 'ann', '--allow', 'swisscom,Local', '--deny', 'KeyVault', '--json')
  expect(facts(stdout)['types']).toEqual(['Swisscom', 'Local'])
})

test('send puts a file before its signers, and a refusal is one sentence', async () => {
  const path = join(folder.path, 'paper.pdf')
  await writeFile(path, makePdf({ pages: 2 }))
  const options = ['--subscription', 'One', '--reason', 'Because', '--tag', 'a', '--page', '2', '--box', '50,50,200,60']
  const sent = await rubrica('send', path, '--to', 'ann', ...options, '--json')
  expect(facts(sent.stdout)).toMatchObject({ ok: true, pages: 2, signers: [{ userId: 'ann', state: 'pending' }] })
  expect((await rubrica('send', path, '--to', 'ann', '--subscription', 'Two')).stderr).toContain('not a user')
  expect((await rubrica('send', path, '--to', 'ann', '--tag', 'a,b', '--subscription', 'One')).code).toBe(2)
  await writeFile(path, 'no pdf')
  const refused = await rubrica('send', path, '--to', 'ann', '--subscription', 'One', '--json')
  expect(refused).toMatchObject({ code: 1, stderr: 'This is not a PDF file.\n' })
  expect(facts(refused.stdout)).toMatchObject({ ok: false, code: 'PDF_REFUSED' })
})

test.each(['user', 'subscription', 'client', 'send'])('rubrica %s --help teaches', async (verb) => {
  const { code, stdout } = await rubrica(verb, '--help')
  expect(code).toBe(0)
  expect(stdout).toContain(`Usage: rubrica ${verb}`)
  expect(stdout).toContain('Example')
})
