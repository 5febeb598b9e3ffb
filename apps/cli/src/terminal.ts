import type { ReadStream } from 'node:tty'

/** Where a command reads and writes; tests put their own in its place. */
export interface Terminal {
  /** Standard output: results only. */
  readonly out: (text: string) => void
  /** Standard error: progress and errors. */
  readonly err: (text: string) => void
  readonly env: Readonly<Record<string, string | undefined>>
  /** Asks for a secret without showing it; null when nobody is there to answer. */
  readonly askSecret: ((question: string) => Promise<string>) | null
}

/** The terminal of this process. */
export function openTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    askSecret: process.stdin.isTTY ? (question) => readSecret(process.stdin, question) : null,
  }
}

const ENTER = /[\r\n\u0004]/
const INTERRUPT = '\u0003'
const ERASE = /[\b\u007f]/

function readSecret(input: ReadStream, question: string): Promise<string> {
  process.stderr.write(question)
  input.setRawMode(true)
  input.setEncoding('utf8')
  let secret = ''
  return new Promise((resolve) => {
    const take = (chunk: string): void => {
      for (const key of chunk) {
        if (key === INTERRUPT) process.exit(130)
        if (ENTER.test(key)) return end()
        secret = ERASE.test(key) ? secret.slice(0, -1) : secret + key
      }
    }
    const end = (): void => {
      input.off('data', take)
      input.setRawMode(false)
      input.pause()
      process.stderr.write('\n')
      resolve(secret)
    }
    input.on('data', take)
  })
}
