/** Clients that send or read slowly: what they hold is bounded, in time and in memory, and nobody else notices. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { assemblePdf, makePdf, openScene, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { MAX_DOCUMENT_MB: '10', BODY_PAUSE_MS: '500' },
  })
})
afterAll(() => scene[Symbol.asyncDispose]())

/** A document of more bytes than the sockets on the way take in. */
function makeLargePdf(): Uint8Array {
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>',
    { dictionary: '', stream: randomBytes(10_000_000) },
  ])
}

describe('large files that are read slowly', () => {
  const read: IncomingMessage[] = []
  afterAll(() => read.forEach((answer) => answer.destroy()))

  /** The head of an answer whose body nobody reads. */
  async function startReading(path: string, token: string): Promise<IncomingMessage> {
    const request = get(`${scene.portal.url}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
      agent: false,
    })
    request.on('error', () => undefined)
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    read.push(answer)
    return answer
  }

  test('they do not add up beyond the memory there is for them; small answers are never refused', async () => {
    const { guid } = await scene.send({ signers: ['ana'], pdf: makeLargePdf() })
    const small = await scene.send({ signers: ['ana'], pdf: makePdf() })
    const { ana } = scene.people
    // Base64 and the bytes themselves: 3 × 23 MB of the 80 MB.
    const portalCopies = [1, 2, 3].map(() => startReading(`/documents/${guid}`, ana.token))
    const senderCopy = await Promise.all(portalCopies).then(() =>
      startReading(`/v1/documents/${guid}/content`, scene.senderToken),
    )
    expect((await Promise.all(portalCopies)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(senderCopy.statusCode).toBe(200)

    for (const path of [`/documents/${guid}`, `/v1/documents/${guid}/content`]) {
      const refused = await startReading(path, path.startsWith('/v1') ? scene.senderToken : ana.token)
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
      expect(JSON.parse(await text(refused))).toMatchObject({ Code: 'TEMPORARILY_UNAVAILABLE' })
    }
    expect((await scene.download(small)).length).toBeGreaterThan(0)
    expect(await ana.call.downloadDocument({ params: { docGuid: small.guid } })).toHaveProperty('DocContent')
    expect((await ana.call.pendingDocuments({ query: {} })).List).not.toHaveLength(0)

    senderCopy.destroy()
    await expect.poll(() => scene.download({ guid }).catch(() => undefined)).toBeDefined()
    const copy = text((await portalCopies[0])!)
    expect(Buffer.from((JSON.parse(await copy) as { DocContent: string }).DocContent, 'base64').length).toBeGreaterThan(
      1e7,
    )
  })
})

describe('a body that does not come', () => {
  /** Sends the beginning of a request, and nothing more. */
  async function sendBeginning(path: string, headers: Record<string, string>, beginning: string): Promise<string> {
    const { hostname, port, host } = new URL(scene.portal.url)
    const socket = connect(Number(port), hostname)
    const lines = Object.entries({ host, 'content-length': '5000', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    socket.write(`POST /api${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${beginning}`)
    return text(socket)
  }

  const refusal = /^HTTP\/1\.1 408 .*connection: close.*"Code":"REQUEST_TIMEOUT"/s

  test('of a call is answered with 408, and the connection is closed', async () => {
    const authorization = `Bearer ${scene.people.ana.token}`
    const headers = { authorization, 'content-type': 'application/json' }
    const { guid } = await scene.send({ signers: ['ana'] })
    expect(await sendBeginning(`/vidmobileuser/signature/${guid}/rejected`, headers, '{"Rej')).toMatch(refusal)
  })

  test('of an upload is answered with 408, and the connection is closed', async () => {
    const headers = {
      authorization: `Bearer ${scene.senderToken}`,
      'content-type': 'multipart/form-data; boundary=b',
      'idempotency-key': crypto.randomUUID(),
    }
    const part = '--b\r\ncontent-disposition: form-data; name="document"; filename="d.pdf"\r\n\r\n%PDF-1.7'
    expect(await sendBeginning('/v1/documents', headers, part)).toMatch(refusal)
    expect(scene.portal.server.log()).not.toContain('unexpected error')
  })
})
