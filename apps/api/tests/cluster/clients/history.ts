/**
 * What clients ask and are told, as they go along: one line when a call begins and one when it ends, written before the
 * client goes on, so that the file is whole however the run ends.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'

export type Operation = 'send' | 'upload' | 'page' | 'sign' | 'guess' | 'batch' | 'reject' | 'approve' | 'refuse'

export interface CallBegun {
  readonly call: number
  readonly client: string
  readonly op: Operation
  /** What it is done to: a signer for sign, guess and reject, an approver, a document; nothing for what is new. */
  readonly subject?: string
  /** The same for all repetitions of one request: the Idempotency-Key where the call takes one. */
  readonly attempt: string
  /** Of sends: the name of the file, which no other send has, and how many people it goes to. */
  readonly fileName?: string
  readonly people?: { readonly signers: number; readonly approvers: number }
  /** Of sends: the upload whose file it is. */
  readonly upload?: string
  /** Of guesses: whose PIN is guessed. */
  readonly certificate?: string
  /** Milliseconds since 1970. */
  readonly began: number
}

export interface CallEnded {
  readonly call: number
  readonly ended: number
  /** `unknown`: no answer came. */
  readonly status: number | 'unknown'
  /** The server's word for why not. */
  readonly code?: string
  /** The answer to an attempt made before, given again. */
  readonly isEarlierAnswer?: boolean
  /** What was made: a document, an upload. */
  readonly made?: string
}

/** A call with its end; one that has none has the status `unknown`. */
export type HistoryCall = CallBegun & Omit<CallEnded, 'call' | 'ended'> & { readonly ended: number | null }

export interface History {
  begin(call: Omit<CallBegun, 'call' | 'began'>): number
  end(end: Omit<CallEnded, 'ended'>): void
}

/** A history in a file of its own; what was in it is of another run. */
export function openHistory(path: string): History {
  writeFileSync(path, '')
  let calls = 0
  const write = (line: object) => appendFileSync(path, `${JSON.stringify(line)}\n`)
  return {
    begin: (begun) => {
      calls += 1
      write({ call: calls, ...begun, began: Date.now() } satisfies CallBegun)
      return calls
    },
    end: (end) => write({ ...end, ended: Date.now() } satisfies CallEnded),
  }
}

export const readHistory = (path: string): HistoryCall[] => parseHistory(readFileSync(path, 'utf8'))

/** @param text lines of begun and ended calls, in any order; the last line may be cut off */
export function parseHistory(text: string): HistoryCall[] {
  const begun: CallBegun[] = []
  const ends = new Map<number, CallEnded>()
  for (const line of text.split('\n').slice(0, -1)) {
    const entry = JSON.parse(line) as CallBegun | CallEnded
    if ('status' in entry) ends.set(entry.call, entry)
    else begun.push(entry)
  }
  return begun.map((call) => ({ ...call, ...(ends.get(call.call) ?? { status: 'unknown', ended: null }) }))
}
