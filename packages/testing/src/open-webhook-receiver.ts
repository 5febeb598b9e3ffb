/** A program that is told what happens: keeps what comes, and answers as a test wishes. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly origin: string
  /** Everything since the test began, or since `forget`. */
  readonly received: readonly Received[]
  /** With what it answers from now on; 204 until it is said. */
  answer(respond: (response: ServerResponse, message: Received) => void): void
  forget(): void
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  let received: Received[] = []
  let respond: Parameters<WebhookReceiver['answer']>[0] = (response) => void response.writeHead(204).end()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      const message = { path, headers, body: Buffer.concat(chunks).toString(), at: Date.now() }
      received.push(message)
      respond(response, message)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get received() {
      return received
    },
    answer: (wish) => {
      respond = wish
    },
    forget: () => {
      received = []
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
