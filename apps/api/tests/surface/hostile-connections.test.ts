/** Requests that break HTTP itself: lines, lengths, and bodies that never end. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHostileScene, type HostileScene } from '../scenes/hostile-scene.ts'

let hostile: HostileScene
beforeAll(async () => {
  hostile = await openHostileScene()
})
afterAll(() => hostile[Symbol.asyncDispose]())

describe('below HTTP', () => {
  /** Sends bytes as they are. @returns what came back until the connection ended or the first answer was whole */
  const exchange = (text: string) =>
    new Promise<string>((done, fail) => {
      const { hostname, port } = new URL(hostile.scene.portal.url)
      let heard = ''
      const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'))
      socket.on('data', (chunk) => {
        heard += chunk.toString('latin1')
        if (heard.includes('\r\n\r\n')) socket.destroy()
      })
      socket.on('error', fail)
      socket.on('close', () => done(heard))
    })
  const statusOf = async (line: string, ...headers: string[]) => {
    const text = [line, 'Host: x', ...headers, '', ''].join('\r\n')
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await exchange(text))?.[1])
  }

  const LINES = [
    'OPTIONS /api/oauth/token HTTP/1.1',
    'TRACE /api/oauth/token HTTP/1.1',
    'PROPFIND / HTTP/1.1',
    'GET /%00 HTTP/1.1',
    'GET /assets/%00.js HTTP/1.1',
    'GET /assets/..%5c..%5capi.js HTTP/1.1',
    'GET /....//....//etc/passwd.txt HTTP/1.1',
    'GET //etc/passwd.txt HTTP/1.1',
    'GET /assets/%c0%ae%c0%ae/api.js HTTP/1.1',
    `GET /api/documents/${'x'.repeat(5000)} HTTP/1.1`,
    `GET /${'x'.repeat(70_000)} HTTP/1.1`,
    'GET http://evil.example/api/vidmobileuser HTTP/1.1',
    'GET / HTTP/9.9',
  ]
  test.each(LINES.map((line) => [line.slice(0, 60), line] as const))('%s is refused', async (_start, line) => {
    const status = await statusOf(line)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  test('lengths that contradict each other are refused', async () => {
    const line = 'POST /api/oauth/token HTTP/1.1'
    expect(await statusOf(line, 'Content-Length: 5', 'Content-Length: 6')).toBe(400)
    expect(await statusOf(line, 'Content-Length: 5', 'Transfer-Encoding: chunked')).toBe(400)
    expect(await statusOf(line, 'Content-Length: -1')).toBe(400)
  })

  test('bodies that never end, and uploads that are broken off, keep nobody waiting', async () => {
    const { hostname, port } = new URL(hostile.scene.portal.url)
    const head = [
      'POST /api/v1/documents HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${hostile.scene.senderToken}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 1000000',
      '',
      '--b\r\ncontent-disposition: form-data; name="document"; filename="d.pdf"\r\n\r\n%PDF-1.7',
    ].join('\r\n')
    const half = await Promise.all(
      Array.from(
        { length: 100 },
        () =>
          new Promise<Socket>((done, fail) => {
            const socket = connect(Number(port), hostname, () => socket.write(head, () => done(socket)))
            socket.on('error', fail)
          }),
      ),
    )
    await hostile.besideOthers(hostile.scene.send({ signers: ['ana'] }))
    for (const socket of half) socket.resetAndDestroy()
    await hostile.besideOthers(hostile.scene.send({ signers: ['ana'] }))
    expect(hostile.scene.portal.server.log()).not.toContain('unexpected error')
  })
})
