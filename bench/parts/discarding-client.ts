/**
 * Asks over kept connections and throws the answers away unread, into one buffer that is used again: on a machine with
 * few cores, an ordinary client would cost more than the server that is measured.
 */
import { connect, type Socket } from 'node:net'

const BUFFER_BYTES = 256 * 1024
const HEAD_END = Buffer.from('\r\n\r\n')

export interface DiscardingClient {
  /** @throws {Error} when the answer is not 200, or does not say how long it is */
  ask(path: string): Promise<void>
  close(): void
}

/** Reads one answer after the other. @param over told at each end of an answer, and what went wrong if anything did */
function readAnswers(over: (problem?: Error) => void): (bytes: Buffer) => void {
  let head = Buffer.alloc(0)
  let left = 0
  const begin = (bytes: Buffer): void => {
    head = Buffer.concat([head, bytes])
    const end = head.indexOf(HEAD_END)
    if (end < 0) return
    const text = head.toString('latin1', 0, end)
    const length = /^content-length: (\d+)$/im.exec(text)?.[1]
    if (!text.startsWith('HTTP/1.1 200 ') || length === undefined) return over(new Error(text))
    left = Number(length) - (head.length - end - HEAD_END.length)
    head = Buffer.alloc(0)
    if (left === 0) over()
  }
  return (bytes) => {
    if (left === 0) return begin(bytes)
    left -= bytes.length
    if (left === 0) over()
  }
}

function openConnection({ hostname, port, host }: URL, headers: string): DiscardingClient {
  let settle: { done: () => void; fail: (problem: Error) => void } | undefined
  const read = readAnswers((problem) => (problem ? settle?.fail(problem) : settle?.done()))
  const socket: Socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: Buffer.alloc(BUFFER_BYTES),
      callback: (size, bytes) => {
        read(Buffer.from(bytes.buffer, bytes.byteOffset, size))
        return true
      },
    },
  }).on('error', (problem) => settle?.fail(problem))
  return {
    ask: (path) =>
      new Promise((done, fail) => {
        settle = { done, fail }
        socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n`)
      }),
    close: () => socket.destroy(),
  }
}

/** As many connections as wanted, each for one caller at a time. */
export function openDiscardingClients(url: string, token: string, count: number): DiscardingClient[] {
  const headers = `authorization: Bearer ${token}\r\naccept-encoding: gzip\r\n`
  return Array.from({ length: count }, () => openConnection(new URL(url), headers))
}
