import { AutofirmaError, type AutofirmaErrorCode } from './autofirma-error.ts'

/**
 * Errors that the application answers instead of a result.
 *
 * Protocol 4.1 says `err-NN:=` and eight characters of code, ` - ` and a text; older ones say `SAF_NN: ` and a text,
 * or one word. Only the code counts: the text is in the language of the PC, and any program of it may have written it.
 */

const CODED = /^err-(\d{2}):= ?([A-Z]{2}\d{6})(?: - |$)/
const LEGACY = /^(SAF_\d{2})(?::|$)/
const WORDS: Readonly<Record<string, AutofirmaErrorCode>> = {
  CANCEL: 'CANCELLED',
  MEMORY_ERROR: 'OUT_OF_MEMORY',
  NULL: 'FAILED',
}
/** The group of codes for what the person has cancelled. */
const CANCELLED_GROUP = '11'
/** Kinds of codes, by how they begin: a store that does not load, and a request that is not as it should be. */
const KINDS: readonly (readonly [string, AutofirmaErrorCode])[] = [
  ['AF2011', 'STORE_LOCKED'],
  ['AF6', 'BAD_PARAMETERS'],
]

const MEANINGS: Readonly<Record<string, AutofirmaErrorCode>> = {
  AF500001: 'CANCELLED',
  AF620010: 'WRONG_SESSION',
  SAF_46: 'WRONG_SESSION',
  AF420001: 'PEER_REFUSED',
  SAF_47: 'PEER_REFUSED',
  // Each operation has a code of its own: a signature, the choice of a certificate, a batch.
  AF501001: 'NO_CERTIFICATES',
  AF502001: 'NO_CERTIFICATES',
  AF504001: 'NO_CERTIFICATES',
  SAF_10: 'NO_CERTIFICATES',
  SAF_19: 'NO_CERTIFICATES',
  AF102025: 'STORE_LOCKED',
  AF501003: 'STORE_LOCKED',
  AF511003: 'STORE_LOCKED',
  AF511004: 'STORE_LOCKED',
  SAF_07: 'STORE_LOCKED',
  SAF_08: 'STORE_LOCKED',
  SAF_52: 'STORE_LOCKED',
  AF200701: 'UNSUPPORTED_VERSION',
  AF500005: 'UNSUPPORTED_VERSION',
  AF620011: 'UNSUPPORTED_VERSION',
  SAF_14: 'UNSUPPORTED_VERSION',
  SAF_21: 'UNSUPPORTED_VERSION',
  SAF_41: 'UNSUPPORTED_VERSION',
  AF200108: 'SIGNING_FAILED',
  AF200110: 'SIGNING_FAILED',
  AF200111: 'SIGNING_FAILED',
  AF200112: 'SIGNING_FAILED',
  AF200113: 'SIGNING_FAILED',
  AF200115: 'SIGNING_FAILED',
  AF200412: 'SIGNING_FAILED',
  AF401300: 'SIGNING_FAILED',
  SAF_09: 'SIGNING_FAILED',
  SAF_20: 'SIGNING_FAILED',
  SAF_27: 'SIGNING_FAILED',
  SAF_51: 'SIGNING_FAILED',
  AF510005: 'BAD_PARAMETERS',
  SAF_02: 'BAD_PARAMETERS',
  SAF_03: 'BAD_PARAMETERS',
  SAF_04: 'BAD_PARAMETERS',
  SAF_06: 'BAD_PARAMETERS',
  SAF_13: 'BAD_PARAMETERS',
  SAF_28: 'BAD_PARAMETERS',
}

/** The error that an answer says, or undefined when it says none. */
export function readError(answer: string): AutofirmaError | undefined {
  const word = Object.hasOwn(WORDS, answer) ? WORDS[answer] : undefined
  if (word !== undefined) return new AutofirmaError(word, { code: answer })
  const [, group, coded] = CODED.exec(answer) ?? []
  const code = coded ?? LEGACY.exec(answer)?.[1]
  if (code !== undefined) return new AutofirmaError(meaningOf(code, group), { code })
  return answer.startsWith('err-') ? new AutofirmaError('FAILED') : undefined
}

function meaningOf(code: string, group: string | undefined): AutofirmaErrorCode {
  const meaning = Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined
  if (meaning !== undefined) return meaning
  if (group === CANCELLED_GROUP) return 'CANCELLED'
  return KINDS.find(([start]) => code.startsWith(start))?.[1] ?? 'FAILED'
}
