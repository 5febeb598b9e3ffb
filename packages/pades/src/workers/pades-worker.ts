/**
 * The thread in which PDFs of strangers are read and written.
 *
 * It runs one operation at a time by name and answers with plain data.
 *
 * Difficulty: low; Node's `worker_threads`.
 */
import { parentPort } from 'node:worker_threads'
import { PdfError } from '../errors.ts'
import { padesOperations } from './pades-operations.ts'
import { type FromThread, type ToThread, transferableBuffers } from './thread-messages.ts'

if (!parentPort) throw new Error('This file runs as a worker thread')
const port = parentPort
let giveToken: ((token: Uint8Array | null) => void) | null = null

function say(message: FromThread): void {
  port.postMessage(message, transferableBuffers(message))
}

/** Asks the calling thread, which may use the network; null means that it failed there. */
async function askForTimestamp(message: Uint8Array): Promise<Uint8Array> {
  const token = await new Promise<Uint8Array | null>((resolve) => {
    giveToken = resolve
    say({ kind: 'timestamp', message: new Uint8Array(message) })
  })
  if (!token) throw new Error('The calling thread has no timestamp')
  return token
}

async function run(operation: string, args: readonly unknown[]): Promise<void> {
  try {
    const perform = padesOperations(askForTimestamp)[operation]
    if (!perform) throw new Error(`There is no operation ${operation}`)
    say({ kind: 'done', value: await perform(...args) })
  } catch (error) {
    if (error instanceof PdfError) say({ kind: 'refused', code: error.code, facts: error.facts })
    else say({ kind: 'broken', error })
  }
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'token') giveToken?.(message.token)
  else void run(message.operation, message.args)
})
