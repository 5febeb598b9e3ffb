/** The example for signing links, run as its README says, with somebody who opens what it prints. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  makePdf,
  makeTemporaryDirectory,
  openScene,
  runCli,
  type Scene,
  type TemporaryDirectory,
} from '@rubrica/testing'

const EXAMPLE = join(import.meta.dirname, '../../../../examples/signing-link.ts')

let folder: TemporaryDirectory
let scene: Scene
let env: Record<string, string>
beforeAll(async () => {
  folder = await makeTemporaryDirectory()
  scene = await openScene({ postgres: inject('sharedPostgres') })
  const { server, url } = scene.portal
  const returnUrl = `http://127.0.0.1:${await freePort()}/signed`
  const access = ['--subscription', 'Demo', '--scope', 'documents', '--return', returnUrl]
  const added = await runCli(['client', 'add', 'my-program', ...access, '--json'], {
    DATABASE_URL: server.database?.url,
    DATA_DIR: server.dataDir,
  })
  const { id, secret } = JSON.parse(added.stdout) as { id: string; secret: string }
  env = { RUBRICA_URL: url, RUBRICA_CLIENT_ID: id, RUBRICA_CLIENT_SECRET: secret, RETURN_URL: returnUrl }
})
afterAll(async () => {
  await scene?.[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function ask(path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${scene.portal.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  expect([path, answer.status < 300 ? '' : text]).toEqual([path, ''])
  return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
}

/** What the portal does in the browser of whoever opens a link, until it leads back. */
async function decide(link: URL, event: 'signed' | 'later') {
  const opened = await ask('/signing-links/openings', { Secret: link.hash.slice(1) })
  const { access_token: token } = opened['Session'] as { access_token: string }
  const { ana } = scene.people
  const signature = { CertGUID: ana.certificateId, PIN: ana.pin, AccessMethod: 'SSO' }
  const signer = opened['SignerGUID'] as string
  if (event === 'signed') await ask(`/vidmobileuser/signature/keyvault/${signer}`, signature, token)
  const back = new URL(opened['ReturnUrl'] as string)
  back.searchParams.set('event', event)
  expect((await fetch(back)).status).toBe(200)
}

async function runExample(target: string, event: 'signed' | 'later') {
  const source = join(folder.path, 'Contract.pdf')
  writeFileSync(source, makePdf())
  const args = ['--import', import.meta.resolve('tsx'), EXAMPLE, source, 'ana', target]
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } })
  let said = ''
  let decision: Promise<void> | undefined
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const link = /^(http\S+\/sign\/\S+#\S+)$/m.exec(said)?.[1]
      if (link !== undefined) decision ??= decide(new URL(link), event)
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  await decision
  expect(said).not.toContain(env['RUBRICA_CLIENT_SECRET'])
  return { code, said }
}

test('the example leads somebody to their document and fetches it signed', async () => {
  const target = join(folder.path, 'signed.pdf')
  const { code, said } = await runExample(target, 'signed')
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining(`Signed: ${target}`) as string })
  expect(readFileSync(target).toString('latin1')).toContain('ETSI.CAdES.detached')
})

test('the example believes the document and not the address when somebody comes back without having signed', async () => {
  const { code, said } = await runExample(join(folder.path, 'unsigned.pdf'), 'later')
  expect(code).toBe(1)
  expect(said).toContain('The document is open.')
})
