import { COPIED_SESSION_KEY } from './session-keys.ts'
import { readSession, removeFromSession, writeSession } from './session-store.ts'

/** A signature for which the browser has gone to the pages of its provider. Never a PIN. */
export interface Errand {
  /** To log in there first, or to authorise the signature itself. */
  readonly kind: 'login' | 'sign'
  /** Of the server; null until the way back has named it. */
  readonly transactionId: string | null
  /** Of the completion, so that it happens once. */
  readonly attemptKey: string
  readonly docGuid: string
  readonly signerGuid: string
  readonly fileName: string
  readonly certificateGuid: string
  readonly alias: string
  /** The document is signed in spite of what was changed in it. */
  readonly acceptsChanges: boolean
  /** Digest of the terms that were accepted before. */
  readonly acceptedTerms?: string | undefined
  /** The name in the certificate, where the person had to confirm it. */
  readonly confirmedHolder?: string | undefined
  /** The document that the person goes on with once this one is signed; without one, the list. */
  readonly nextGuid?: string | undefined
  /** The list from which the document was opened, as the history remembers it. */
  readonly list?: unknown
}

const TEXTS = ['attemptKey', 'docGuid', 'signerGuid', 'fileName', 'certificateGuid', 'alias'] as const

function isErrand(stored: unknown): stored is Errand {
  if (typeof stored !== 'object' || stored === null) return false
  const fields: Partial<Record<string, unknown>> = { ...stored }
  return TEXTS.every((name) => typeof fields[name] === 'string') && (fields.kind === 'login' || fields.kind === 'sign')
}

export function keepErrand(signature: Errand): void {
  writeSession('errand', JSON.stringify(signature))
}

/** The signature that this errand is for; null when none was begun here, or another one. */
export function keptErrand(transactionId: string): Errand | null {
  const kept = readErrand()
  return kept?.transactionId === transactionId ? kept : null
}

/** The way back from a log-in names the errand that it has opened. */
export function nameTransaction(transactionId: string): void {
  const kept = readErrand()
  if (kept?.kind === 'login') keepErrand({ ...kept, transactionId })
}

function readErrand(): Errand | null {
  try {
    const stored: unknown = JSON.parse(readSession('errand') ?? 'null')
    return isErrand(stored) ? stored : null
  } catch {
    return null
  }
}

/** It is over, or given up: no way back leads to it any more, not even by what was copied for it. */
export function forgetErrand(): void {
  removeFromSession('errand', 'errandToken')
  localStorage.removeItem(COPIED_SESSION_KEY)
}
