import { ApiError } from '@rubrica/contract'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'

const REASONS = {
  EXPIRED: 'signing.reasonExpired',
  NOT_YET_VALID: 'signing.reasonNotYet',
  IS_CA: 'signing.reasonPurpose',
  NO_SIGNING_KEY_USAGE: 'signing.reasonPurpose',
  TIMESTAMPING_ONLY: 'signing.reasonPurpose',
  WEAK_KEY: 'signing.reasonWeak',
  UNSUPPORTED_KEY: 'signing.reasonWeak',
} as const

function reasonsOf(error: ApiError): string[] {
  const { Reasons } = error.details
  return Array.isArray(Reasons) ? Reasons.filter((reason): reason is string => typeof reason === 'string') : []
}

/** How many PINs may still be tried, when the error says so. */
export function triesLeftOf(error: unknown): number | undefined {
  const left = error instanceof ApiError ? error.details.TriesLeft : undefined
  return typeof left === 'number' ? left : undefined
}

/** The sentence for an error while signing: what went wrong and what to do now. */
export function useSignErrorText(): (error: unknown) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error) => {
    if (!(error instanceof ApiError)) return errorText(error)
    if (error.code === 'READ_ALL_PENDING') return t('signing.readAllPending')
    if (error.code !== 'CERTIFICATE_UNUSABLE') return errorText(error)
    const reasons = reasonsOf(error)
    if (reasons.includes('OTHER_CERTIFICATE_DEMANDED')) return t('signing.otherDemanded')
    if (reasons.length === 0) return errorText(error)
    const words = reasons.map((reason) =>
      t(reason in REASONS ? REASONS[reason as keyof typeof REASONS] : 'signing.reasonOther'),
    )
    return t('signing.unusable', { reasons: [...new Set(words)].join('; ') })
  }
}
