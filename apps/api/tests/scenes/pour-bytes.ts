import { request } from 'node:http'

interface Pouring {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** What stands before the zeros. */
  readonly head?: string
  readonly megabytes: number
  /** Whether it is said beforehand how many bytes come. */
  readonly announce: boolean
}

/** Posts zeros in the place of a file, until all are written or the server answers. */
export function pourBytes({ url, headers, head = '', megabytes, announce }: Pouring) {
  const size = head.length + megabytes * 1024 * 1024
  const length = announce ? { 'content-length': size } : { 'transfer-encoding': 'chunked' }
  return new Promise<{ status: number; text: string }>((done, fail) => {
    const pouring = request(url, { method: 'POST', headers: { ...headers, ...length } }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => {
        pouring.destroy()
        done({ status: answer.statusCode ?? 0, text })
      })
    })
    pouring.on('error', fail)
    if (head !== '') pouring.write(head)
    const megabyte = Buffer.alloc(1024 * 1024)
    const next = (left: number): void => {
      if (left === 0 || pouring.destroyed) return
      pouring.write(megabyte, () => next(left - 1))
    }
    next(megabytes)
  })
}
