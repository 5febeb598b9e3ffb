/** The package for programs, as it would be published, against the running server. */
import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  makePdf,
  makeTemporaryDirectory,
  openScene,
  runCli,
  trySigning,
  type Scene,
  type TemporaryDirectory,
} from '@rubrica/testing'
import type * as Sdk from '@rubrica/sdk'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../../..')

let folder: TemporaryDirectory
let scene: Scene
let sdk: typeof Sdk
let program: { clientId: string; clientSecret: string }
beforeAll(async () => {
  folder = await makeTemporaryDirectory()
  const published = join(folder.path, 'node_modules/@rubrica/sdk')
  await run(process.execPath, [join(ROOT, 'tools/build-sdk.mjs'), published])
  symlinkSync(join(ROOT, 'node_modules/zod'), join(folder.path, 'node_modules/zod'))
  sdk = (await import(pathToFileURL(join(published, 'index.js')).href)) as typeof Sdk
  scene = await openScene({ postgres: inject('sharedPostgres') })
  const { server } = scene.portal
  const added = await runCli(['client', 'add', 'erp', '--subscription', 'Demo', '--scope', 'documents', '--json'], {
    DATABASE_URL: server.database?.url,
    DATA_DIR: server.dataDir,
  })
  const { id, secret } = JSON.parse(added.stdout) as { id: string; secret: string }
  program = { clientId: id, clientSecret: secret }
})
afterAll(async () => {
  await scene?.[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const open = (more: Partial<Sdk.Settings> = {}) => new sdk.Rubrica({ url: scene.portal.url, ...program, ...more })
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

test('a program of somebody who has only the package compiles against its types', { timeout: 240_000 }, async () => {
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
