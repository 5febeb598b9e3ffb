import { AutofirmaError, type AutofirmaErrorCode, type Diagnosis, type FailureCause } from '@rubrica/autofirma'
import type { TextKey } from '../../../shared/i18n/text-keys.ts'

/** Browsers whose settings have names of their own. */
export type Browser = 'chrome' | 'edge' | 'firefox' | 'other'

/** Whose settings the person has to look into, by what the browser calls itself. */
export function browserOf(userAgent: string): Browser {
  if (/Edg\//.test(userAgent)) return 'edge'
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /Chrom(?:e|ium)\//.test(userAgent) ? 'chrome' : 'other'
}

/** One reason why the application cannot be reached, and how that is mended. */
export interface Cause {
  readonly name: TextKey
  readonly remedy: TextKey
}

export interface Explanation {
  /** What happened, in a sentence with what to do; null when its only cause says it. */
  readonly message: TextKey | null
  /** The likeliest first; a single one is known to be it. */
  readonly causes: readonly Cause[]
  /** The browser may still ask whether it may open the application; until that is closed another try leads nowhere. */
  readonly mayBeAsking: boolean
  /** The application's own code, for whoever helps the person. */
  readonly code: string | undefined
  /** The person did it themselves: nothing is wrong. */
  readonly isQuiet: boolean
}

const BLOCKED = {
  chrome: 'autofirma.causes.network-access-blocked.chrome',
  edge: 'autofirma.causes.network-access-blocked.edge',
  firefox: 'autofirma.causes.network-access-blocked.other',
  other: 'autofirma.causes.network-access-blocked.other',
} as const

function remedyOf(cause: FailureCause, browser: Browser): TextKey {
  if (cause === 'network-access-blocked') return BLOCKED[browser]
  if (cause !== 'certificate-not-trusted') return `autofirma.causes.${cause}.remedy`
  return `autofirma.causes.certificate-not-trusted.${browser === 'firefox' ? 'firefox' : 'other'}`
}

function causesOf({ cause, certainty, others }: Diagnosis, browser: Browser): Cause[] {
  const all = certainty === 'certain' ? [cause] : [cause, ...others.map((verdict) => verdict.cause)]
  return all.map((one) => ({ name: `autofirma.causes.${one}.name`, remedy: remedyOf(one, browser) }))
}

/** Codes that have no sentence of their own. */
const SAID_AS: Partial<Record<AutofirmaErrorCode, 'CONNECTION_LOST' | 'FAILED'>> = {
  ABORTED: 'CONNECTION_LOST',
  BUSY: 'FAILED',
  ANSWER_INVALID: 'FAILED',
}

/** The sentence for an error of the application. */
export function applicationErrorText(code: AutofirmaErrorCode): TextKey {
  const said = SAID_AS[code] ?? (code as Exclude<AutofirmaErrorCode, 'ABORTED' | 'BUSY' | 'ANSWER_INVALID'>)
  return `autofirma.errors.${said}`
}

/** What an error of the application, or on the way to it, means for the person; null for errors of others. */
export function explainFailure(error: unknown, browser: Browser): Explanation | null {
  if (!(error instanceof AutofirmaError)) return null
  const { code, facts } = error
  const causes = code === 'NOT_REACHED' && facts.diagnosis ? causesOf(facts.diagnosis, browser) : []
  return {
    message: causes.length === 1 ? null : applicationErrorText(code),
    causes,
    mayBeAsking: facts.diagnosis?.mayBeAsking === true,
    code: facts.code,
    isQuiet: code === 'CANCELLED',
  }
}
