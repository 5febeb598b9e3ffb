/** The package for programs, as it would be published, against the running server. */
import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  IN_FULL_RUN,
  makePdf,
  makeTemporaryDirectory,
  openScene,
  openWebhookReceiver,
  runCli,
  type Received,
  type Scene,
  type TemporaryDirectory,
  trySigning,
  type WebhookReceiver,
} from '@rubrica/testing'
import type * as Sdk from '@rubrica/sdk'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../../..')

const PATIENCE = { timeout: 30_000 }
const SCOPES = ['documents', 'templates', 'bulk', 'webhooks'].flatMap((scope) => ['--scope', scope])

let folder: TemporaryDirectory
let receiver: WebhookReceiver
let scene: Scene
let sdk: typeof Sdk
let program: { clientId: string; clientSecret: string }
beforeAll(async () => {
  folder = await makeTemporaryDirectory()
  const published = join(folder.path, 'node_modules/@rubrica/sdk')
  await run(process.execPath, [join(ROOT, 'tools/build-sdk.mjs'), published])
  symlinkSync(join(ROOT, 'node_modules/zod'), join(folder.path, 'node_modules/zod'))
  sdk = (await import(pathToFileURL(join(published, 'index.js')).href)) as typeof Sdk
  receiver = await openWebhookReceiver()
  const env = { WEBHOOK_PRIVATE_ORIGINS: receiver.origin }
  scene = await openScene({ postgres: inject('sharedPostgres'), env })
  const { server } = scene.portal
  const added = await runCli(['client', 'add', 'erp', '--subscription', 'Demo', ...SCOPES, '--json'], {
    DATABASE_URL: server.database?.url,
    DATA_DIR: server.dataDir,
  })
  const { id, secret } = JSON.parse(added.stdout) as { id: string; secret: string }
  program = { clientId: id, clientSecret: secret }
  // Its types are written by the whole compiler, which takes long where others are at work.
}, 600_000)
afterAll(async () => {
  await scene?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const open = (more: Partial<Sdk.Settings> = {}) => new sdk.Rubrica({ url: scene.portal.url, ...program, ...more })
const withScope = (scope: string) => new sdk.Rubrica({ url: scene.portal.url, ...program, scope })
async function gather<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
const inMemory = (name: string) => ({ name, content: new Uint8Array(makePdf()) })

test('a file on disk is sent, followed until it is signed, and fetched', async () => {
  const rubrica = open()
  const path = join(folder.path, 'Acta març.pdf')
  writeFileSync(path, makePdf())
  const { documents } = await rubrica.send({ documents: [{ from: path }], signers: [{ userId: 'carla' }] })
  const { guid, fileName } = documents[0]!
  expect(fileName).toBe('Acta març.pdf')
  const document = await rubrica.documents.get(guid)
  const follow = async () => {
    const seen: string[] = []
    const pause = { shortest: 50, longest: 50 }
    for await (const { type } of rubrica.documents.follow(guid, { pause })) seen.push(type)
    return seen
  }
  const following = follow()
  expect(await trySigning(scene.people.carla, document.signers[0]!.guid)).toBe(204)
  const seen = await following
  const all = (await gather(rubrica.documents.events(guid))).map(({ type }) => type)
  expect(seen.slice(0, 2)).toEqual(all.slice(0, 2))
  expect(seen.join()).toMatch(/sign/)
  expect(await rubrica.documents.untilOver(guid)).toMatchObject({ state: 'completed' })
  const content = new Uint8Array(await (await rubrica.documents.content(guid)).arrayBuffer())
  expect(Buffer.from(content).toString('latin1')).toContain('ETSI.CAdES.detached')
})

test('a list is read page after page, whatever the size of the pages', async () => {
  const rubrica = open()
  const documents = Array.from({ length: 5 }, (_, index) => ({ from: inMemory(`Lot ${index}.pdf`) }))
  const sent = await rubrica.send({ documents, signers: [{ userId: 'ana' }] })
  const listed: string[] = []
  for await (const { guid } of rubrica.documents.list({ fileName: 'Lot', limit: '2' })) listed.push(guid)
  expect(listed.toSorted()).toEqual(sent.documents.map(({ guid }) => guid).toSorted())
})

test('what goes along is uploaded with the document, whatever it is, and only for whom it is', async () => {
  const rubrica = open()
  const annex = { name: 'Prices.csv', content: new TextEncoder().encode('flat,900') }
  const plan = await rubrica.files.uploadAttachment({ name: 'Plan.bin', content: new Uint8Array([1, 2, 3]) })
  const { documents } = await rubrica.send({
    documents: [{ from: inMemory('Along.pdf'), attachments: [{ from: annex, signers: [1] }, { file: plan.id }] }],
    signers: [{ userId: 'ana' }, { userId: 'biel' }],
  })
  const { guid: docGuid } = documents[0]!
  const { data } = await rubrica.calls.sentAttachments({ params: { docGuid } })
  expect(data.map(({ fileName, size }) => [fileName, size])).toEqual([
    ['Plan.bin', 3],
    ['Prices.csv', 8],
  ])
  const { signers } = await rubrica.documents.get(docGuid)
  const namesFor = async (who: 'ana' | 'biel', at: number) =>
    JSON.stringify(await scene.people[who].call.attachments({ params: { signerGuid: signers[at]!.guid } }))
  expect(await namesFor('ana', 0)).not.toContain('Prices.csv')
  expect(await namesFor('biel', 1)).toContain('Prices.csv')
})

test('an encrypted file is taken with the consent and its password, and sent without its encryption', async () => {
  const [from, locked] = [join(folder.path, 'clear.pdf'), join(folder.path, 'Locked.pdf')]
  writeFileSync(from, makePdf())
  await run('qpdf', ['--encrypt', 'open sesame', 'owner', '256', '--', from, locked])
  const rubrica = open()
  await expect(rubrica.files.upload(locked)).rejects.toMatchObject({ code: 'PDF_ENCRYPTED' })
  await expect(rubrica.files.upload(locked, { decrypt: { consent: true, password: 'x' } })).rejects.toMatchObject({
    code: 'PDF_PASSWORD_NEEDED',
  })
  const decrypt = { consent: true, password: 'open sesame' } as const
  const uploaded = await rubrica.files.upload(locked, { decrypt })
  expect([uploaded.name, uploaded.findings.map(({ code }) => code)]).toEqual(['Locked.pdf', ['DECRYPTED']])
  const { documents } = await rubrica.send({ documents: [{ from: locked, decrypt }], signers: [{ userId: 'ana' }] })
  const content = await (await rubrica.documents.content(documents[0]!.guid)).text()
  expect(content).not.toContain('/Encrypt')
})

test.each(['v1', 'v1a'] as const)(
  'a webhook is made, told of what is sent, looked into, and its messages are read by either secret of a change (%s)',
  async (signing) => {
    const { webhooks } = withScope('webhooks')
    const body = { url: `${receiver.origin}/${signing}`, types: ['document.sent' as const], signing }
    const { guid, secret: former } = await webhooks.create(body)
    const secret = (await webhooks.rotateSecret(guid)).secret
    expect(await webhooks.secret(guid)).toBe(secret)
    const { documents } = await open().send({
      documents: [{ from: inMemory('Told.pdf') }],
      signers: [{ userId: 'ana' }],
    })
    const came = () => receiver.received.filter(({ path }) => path === `/${signing}`)
    await expect.poll(() => came().length, PATIENCE).toBe(1)
    const [{ headers, body: told }] = came() as [Received]
    for (const key of [former, secret]) {
      const { data } = await sdk.readWebhook({ headers, body: told, secret: key })
      expect(data).toMatchObject({ type: 'document.sent', data: { document: documents[0]!.guid } })
    }
    await expect
      .poll(async () => (await gather(webhooks.messages(guid, { state: 'arrived' }))).length, PATIENCE)
      .toBe(1)
    const [{ guid: message }] = (await gather(webhooks.messages(guid))) as [Sdk.MessageItem]
    expect((await webhooks.message(guid, message)).history).toMatchObject([{ status: 204 }])
    expect(await webhooks.replay(guid, { messages: [message] })).toBe(1)
    await expect.poll(() => came().length, PATIENCE).toBe(2)
    await webhooks.test(guid)
    await expect.poll(() => came().length, PATIENCE).toBe(3)
    const off = await webhooks.change(await webhooks.get(guid), { state: 'off' })
    expect((await webhooks.list()).map((one) => [one.guid, one.state])).toContainEqual([guid, 'off'])
    await expect(webhooks.change({ guid, version: off.version - 1 }, { state: 'on' })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    await webhooks.delete(guid)
    await expect(webhooks.get(guid)).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' })
  },
)

test('a sheet is handed over, mapped, corrected and sent, and its result fetched', async () => {
  const rubrica = open()
  const { bulkSends } = withScope('bulk')
  const { id: file } = await rubrica.files.upload(inMemory('Lease.pdf'))
  const template = await withScope('templates').calls.createTemplate({
    body: { name: 'Lease', content: { documents: [{ file }], signers: [{ role: 'Tenant', positions: [] }] } },
  })
  const sheet = ['Who,Title', 'ana,Bulk one', 'nobody-here,Bulk two', 'biel,Bulk three'].join('\n')
  const created = await bulkSends.create({ name: 'Tenants.csv', content: new TextEncoder().encode(sheet) })
  await bulkSends.map(created, {
    ...{ template: template.guid, fields: { title: { column: 1 } } },
    roles: [{ role: 'Tenant', userId: { column: 0 } }],
  })
  const pause = { shortest: 50, longest: 200 }
  const checked = await bulkSends.untilChecked(created.guid, { pause })
  expect(checked).toMatchObject({ state: 'checked', counts: { good: 2, wrong: 1 } })
  const [wrong] = await gather(bulkSends.rows(created.guid, 'wrong'))
  expect(wrong).toMatchObject({ number: 3, findings: [{ code: 'PERSON_UNKNOWN', column: 0 }] })
  const { row } = await bulkSends.correct(checked, 3, { cells: ['carla', 'Bulk two'] })
  expect(row.state).toBe('good')
  await bulkSends.start(created.guid)
  expect(await bulkSends.untilOver(created.guid, { pause })).toMatchObject({ counts: { sent: 3 } })
  expect(await gather(rubrica.documents.list({ template: template.guid }))).toHaveLength(3)
  expect(await (await bulkSends.result(created.guid)).text()).toContain('Bulk two')
  expect((await bulkSends.list()).map(({ guid }) => guid)).toContain(created.guid)
  await bulkSends.delete(created.guid)
  await expect(bulkSends.get(created.guid)).rejects.toMatchObject({ code: 'BULK_SEND_NOT_FOUND' })
})

test('what got no answer is sent again under its key, and is done once', async () => {
  let lost = 0
  const rubrica = open({
    fetch: async (address, init) => {
      const answer = await fetch(address, init)
      if (!address.includes('/v1/') || lost === 2) return answer
      // The server has done it; the answer does not arrive.
      await answer.arrayBuffer()
      lost += 1
      throw new TypeError('connection reset')
    },
  })
  await rubrica.send({ documents: [{ from: inMemory('Once.pdf') }], signers: [{ userId: 'ana' }] })
  expect(lost).toBe(2)
  expect(await gather(rubrica.documents.list({ fileName: 'Once' }))).toHaveLength(1)
})

test('a token that the server no longer takes is replaced by another', async () => {
  let spoilt = false
  const rubrica = open({
    fetch: (address, init) => {
      if (spoilt || !address.includes('/v1/')) return fetch(address, init)
      spoilt = true
      return fetch(address, { ...init, headers: { ...(init.headers as object), authorization: 'Bearer over' } })
    },
  })
  expect(await gather(rubrica.documents.list({ fileName: 'no such name' }))).toEqual([])
  expect(spoilt).toBe(true)
})

test('a refusal is a typed error with its code, its fields and the request', async () => {
  const rubrica = open()
  const sending = rubrica.send({ documents: [{ from: inMemory('a.pdf') }], signers: [{ userId: 'nobody-here' }] })
  const unknown = await sending.catch((error: unknown) => error)
  expect(unknown).toBeInstanceOf(sdk.ProblemError)
  expect(unknown).toMatchObject({
    status: 422,
    code: 'SIGNER_UNKNOWN',
    type: `${scene.portal.url}/problems/signer-unknown`,
  })
  expect((unknown as Sdk.ProblemError).instance).toMatch(/^urn:uuid:/)
  await expect(
    rubrica.send({ documents: [{ from: inMemory('a.pdf') }], signers: [{ userId: 'ana', stage: 7.5 }] }),
  ).rejects.toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer: '#/signers/0/stage' }] })
  await expect(open({ clientSecret: 'wrong' }).documents.get(crypto.randomUUID())).rejects.toMatchObject({
    name: 'ProblemError',
    code: 'INVALID_CLIENT',
  })
})

test('a portal that is not there is a NetworkError once all tries are over', async () => {
  const nowhere = open({ url: 'http://127.0.0.1:9', tries: 1 })
  await expect(nowhere.documents.get(crypto.randomUUID())).rejects.toBeInstanceOf(sdk.NetworkError)
})

test('waiting for a document ends when the caller says so', async () => {
  const rubrica = open()
  const { documents } = await rubrica.send({ documents: [{ from: inMemory('w.pdf') }], signers: [{ userId: 'ana' }] })
  const stop = new AbortController()
  const waiting = rubrica.documents.untilOver(documents[0]!.guid, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})

test.runIf(IN_FULL_RUN)('a program of somebody who has only the package compiles against its types', async () => {
  const home = join(folder.path, 'program')
  mkdirSync(home, { recursive: true })
  writeFileSync(
    join(home, 'main.ts'),
    `import { ProblemError, Rubrica, type SentItem } from '@rubrica/sdk'
     const rubrica = new Rubrica({ url: 'https://sign.example.org', key: 'rbk_x' })
     const sent = await rubrica.send({ documents: [{ from: 'a.pdf' }], signers: [{ userId: 'ana' }] })
     const guid: string = sent.documents[0]!.guid
     const items: SentItem[] = []
     for await (const item of rubrica.documents.list({ state: 'open' })) items.push(item)
     // @ts-expect-error there is no such state
     rubrica.documents.list({ state: 'nowhere' })
     // @ts-expect-error a signer is somebody
     await rubrica.send({ documents: [], signers: [{ who: 'ana' }] }).catch((e) => e instanceof ProblemError)
     console.log(guid, items.length)
     export {}
    `,
  )
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', 'node']
  const roots = ['--typeRoots', join(ROOT, 'node_modules/@types')]
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
  const said = await run(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...roots, 'main.ts'],
    {
      cwd: home,
    },
  ).catch((error: { stdout: string }) => error)
  expect(said.stdout).toBe('')
})
