/**
 * A web server of one test, on a free port of this machine.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a slash. */
  readonly origin: string
  readonly port: number
  /** `METHOD path` of every request so far. */
  readonly requests: readonly string[]
}

export type TestHandler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

export async function serveTestRequests(handler: TestHandler): Promise<TestServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => handler(request, response, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
