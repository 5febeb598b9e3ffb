import { ApiError } from '@rubrica/contract'
import { isLoginRefused } from '../accounts/provider-errors.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { useText } from '../i18n/use-text.ts'

const REASONS = {
  EXPIRED: 'signing.reasonExpired',
  NOT_YET_VALID: 'signing.reasonNotYet',
  IS_CA: 'signing.reasonPurpose',
  NO_SIGNING_KEY_USAGE: 'signing.reasonPurpose',
  TIMESTAMPING_ONLY: 'signing.reasonPurpose',
  WEAK_KEY: 'signing.reasonWeak',
  UNSUPPORTED_KEY: 'signing.reasonWeak',
  REVOKED: 'signing.reasonRevoked',
} as const

function reasonsOf(error: ApiError): string[] {
  const { Reasons } = error.details
  return Array.isArray(Reasons) ? Reasons.filter((reason): reason is string => typeof reason === 'string') : []
}

/** The sentence for why the server signs a document not: what went wrong and what to do now. */
export function useSignatureRefusalText(): (error: unknown) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error) => {
    if (!(error instanceof ApiError)) return errorText(error)
    if (isLoginRefused(error)) return t('login.invalid')
    if (error.code === 'READ_ALL_PENDING') return t('signing.readAllPending')
    if (error.code === 'DOCUMENT_SUSPICIOUS') return t('signing.changedRefused')
    const reasons = reasonsOf(error)
    if (error.code === 'LOCAL_CERTIFICATE_INVALID' && reasons.includes('UNTRUSTED')) return t('autofirma.untrusted')
    if (error.code !== 'CERTIFICATE_UNUSABLE') return errorText(error)
    if (reasons.includes('OTHER_CERTIFICATE_DEMANDED')) return t('signing.otherDemanded')
    if (reasons.length === 0) return errorText(error)
    const words = reasons.map((reason) =>
      t(reason in REASONS ? REASONS[reason as keyof typeof REASONS] : 'signing.reasonOther'),
    )
    return t('signing.unusable', { reasons: [...new Set(words)].join('; ') })
  }
}
