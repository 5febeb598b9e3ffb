/**
 * Opens a PKCS#12 file in a process of its own.
 *
 * The file is the most dangerous upload: old ciphers, nested ASN.1 and iteration counts that its writer chose. The
 * child has no environment to leak, a memory limit and a deadline, and is gone when the answer is there.
 *
 * RFC 7292.
 */
import type { ChildProcess } from 'node:child_process'
import { askChild } from '../ask-child.ts'
import { PkiError } from '../pki-error.ts'
import { forkEntry } from '../start-entry.ts'
import type { P12Contents } from './collect-p12-keys.ts'
import type { P12Answer, P12Request } from './p12-messages.ts'

export interface P12Limits {
  /** Largest file in octets; default 10 MiB. */
  readonly maxBytes?: number
  /** Sum of key derivation rounds; default 5 000 000. */
  readonly maxRounds?: number
  /** Milliseconds the child may live; default 10 000. */
  readonly timeoutMs?: number
  /** Heap of the child in MiB; default 128. */
  readonly memoryMb?: number
}

const DER_SEQUENCE = 0x30
const DEFAULTS = { maxBytes: 10 * 1024 * 1024, maxRounds: 5_000_000, timeoutMs: 10_000, memoryMb: 128 }

/**
 * Every key of the file that has a certificate, with its chain.
 *
 * @throws PkiError P12_WRONG_PASSWORD, P12_NO_KEY, P12_DAMAGED, P12_UNSUPPORTED (an unknown algorithm), P12_TOO_COMPLEX
 *   (a limit was reached), P12_TOO_SLOW (its time was over: of a heavy file, or of a busy machine)
 */
export async function openP12(bytes: Uint8Array, password: string, limits: P12Limits = {}): Promise<P12Contents> {
  const { maxBytes, maxRounds, timeoutMs, memoryMb } = { ...DEFAULTS, ...limits }
  if (bytes.length > maxBytes) throw new PkiError('P12_TOO_COMPLEX', { reason: 'SIZE', maxBytes })
  // What is no SEQUENCE is not worth a process.
  if (bytes[0] !== DER_SEQUENCE) throw new PkiError('P12_DAMAGED', { reason: 'NO_SEQUENCE' })
  const request: P12Request = { bytes: new Uint8Array(bytes), password, maxRounds }
  const answer = await askChild<P12Answer>(startChild(memoryMb), request, {
    timeoutMs,
    // Of a late one it is not known whether the password is right.
    explain: ({ isLate, code, signal }) =>
      isLate
        ? new PkiError('P12_TOO_SLOW', { timeoutMs })
        : new PkiError('P12_TOO_COMPLEX', { reason: 'ENDED', code, signal }),
  })
  if ('error' in answer) throw new PkiError(answer.error.code, answer.error.facts)
  return answer.contents
}

function startChild(memoryMb: number): ChildProcess {
  return forkEntry(import.meta.url, './p12-worker.ts', {
    env: {},
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
