/**
 * The thread in which untrusted PDFs are read and written.
 *
 * It runs one operation at a time by name and answers with plain data.
 *
 * Node's `worker_threads`.
 */
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { CodedError } from '@rubrica/pki'
import { collectGarbage } from './collect-garbage.ts'
import { padesOperations } from './pades-operations.ts'
import { type FromThread, type Question, type ToThread, transferableBuffers } from './thread-messages.ts'

if (!parentPort) throw new Error('This file runs as a worker thread')
const port = parentPort
let giveAnswer: ((answer: unknown) => void) | null = null

function say(message: FromThread): void {
  // What a question is about is still needed here.
  port.postMessage(message, message.kind === 'question' ? [] : transferableBuffers(message))
}

/** Asks the calling thread; null means that it failed there. */
async function ask(about: Question, subject: unknown): Promise<unknown> {
  const answer = await new Promise<unknown>((resolve) => {
    giveAnswer = resolve
    say({ kind: 'question', about, subject })
  })
  if (answer === null) throw new Error('The calling thread has no answer')
  return answer
}

async function run(operation: string, args: readonly unknown[]): Promise<void> {
  try {
    const perform = padesOperations(ask)[operation]
    if (!perform) throw new Error(`There is no operation ${operation}`)
    say({ kind: 'done', value: await perform(...args) })
  } catch (error) {
    if (error instanceof CodedError) say({ kind: 'refused', code: error.code, facts: error.facts })
    else say({ kind: 'broken', error })
  }
}

/** Elsewhere than on Linux it would be the priority of the whole process. */
function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // A sandbox may forbid it; the work is the same.
  }
}

const { isUnhurried } = workerData as { readonly isUnhurried: boolean }
if (isUnhurried && process.platform === 'linux') stepBack()

/** Files of so many octets together are let go of as soon as the work is done. */
const WORTH_COLLECTING = 16 * 1024 * 1024
let uncollected = 0

function letGo(): void {
  if (uncollected < WORTH_COLLECTING) return
  uncollected = 0
  setImmediate(collectGarbage)
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'answer') return giveAnswer?.(message.answer)
  const [file] = message.args
  if (file instanceof Uint8Array && file.buffer instanceof SharedArrayBuffer) uncollected += file.length
  void run(message.operation, message.args).then(letGo)
})
