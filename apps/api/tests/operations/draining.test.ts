/** A process that is asked to end while people are in the middle of something. */
import { request, type ClientRequest } from 'node:http'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, openScene, startServer, trySigning, type Scene } from '@rubrica/testing'

const PATIENCE = { timeout: 60_000, interval: 50 }

let scene: Scene
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { DRAIN_DELAY_MS: '6000', DRAIN_LIMIT_MS: '60000' },
  })
})
afterAll(() => scene[Symbol.asyncDispose]())

interface HeldUpload {
  readonly posting: ClientRequest
  readonly answered: Promise<number | string>
}

/** Posts the first half of a body; whoever calls sends the rest. */
function holdUpload(url: string, head: Uint8Array, headers: Record<string, string | number>): HeldUpload {
  const posting = request(url, { method: 'POST', headers })
  const answered = new Promise<number | string>((done) => {
    posting.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode ?? 0))
    })
    posting.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
  })
  posting.write(head)
  return { posting, answered }
}

const isReachable = (url: string) =>
  fetch(`${url}/health/live`, { headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  )

test('SIGTERM in the middle of a signature, an upload and pages: probes are told first, and all of it ends well', async () => {
  const { portal, people, senderToken } = scene
  const { url, server, sandbox } = portal
  const document = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 3 }) })
  const [signer] = document.signers
  await sandbox.inject({ service: 'tsa', fault: 'slow:4000', times: 100 })
  const pdf = makePdf({ pages: 2 })
  const half = Math.floor(pdf.length / 2)
  const upload = holdUpload(`${url}/api/v1/files`, pdf.subarray(0, half), {
    authorization: `Bearer ${senderToken}`,
    'content-type': 'application/pdf',
    'content-length': pdf.length,
  })
  const signing = trySigning(people.ana, signer!.guid)
  const stateOf = () => server.database!.query('select state from signers where id = $1', [signer!.guid])
  await expect.poll(stateOf, PATIENCE).toEqual([{ state: 'signing' }])
  const pages = ['1', '2', '3'].map((page) =>
    people.ana.call.renderedDocument({ params: { docGuid: document.guid, page }, query: {} }),
  )
  process.kill(server.program.pid, 'SIGTERM')

  const ready = async () => ((await (await fetch(`${url}/health/ready`)).json()) as { status: string }).status
  await expect.poll(ready, PATIENCE).toBe('leaving')
  const meanwhile = await fetch(`${url}/api/openapi.json`)
  expect([meanwhile.status, meanwhile.headers.get('connection')]).toEqual([200, 'close'])
  expect((await Promise.allSettled<unknown>(pages)).map(({ status }) => status)).toEqual(pages.map(() => 'fulfilled'))

  await expect.poll(() => isReachable(url), PATIENCE).toBe(false)
  upload.posting.end(pdf.subarray(half))
  expect(await upload.answered).toBe(201)
  expect(await signing).toBe(204)
  expect(await server.program.ended).toEqual({ code: 0, signal: null })
  expect(await stateOf()).toEqual([{ state: 'signed' }])
  expect(await server.database!.query('select 1 from replicas')).toEqual([])
  expect(server.log()).not.toContain('cut off')
})

test('what takes longer than it may is cut off, and the process ends all the same', async () => {
  await using server = await startServer({ postgres: inject('sharedPostgres'), env: { DRAIN_LIMIT_MS: '300' } })
  const body = Buffer.from('{"never": ')
  const held = holdUpload(`${server.url}/api/token`, body, { 'content-type': 'application/json', 'content-length': 99 })
  // Its connection is there once another one that came later is answered.
  await fetch(`${server.url}/health/live`)
  expect(await server.program.stop()).toEqual({ code: 0, signal: null })
  expect(await held.answered).toBe('ECONNRESET')
  expect(server.log()).toContain('was cut off')
})
