import { ApiError } from '@rubrica/contract'
import { findText } from '../../../shared/i18n/language.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'

const MEGABYTE = 1024 * 1024

/** Why a file is not taken, said of the file: what it is, and what can be done. */
export function useUploadErrorText(): (error: Error, size: number) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error, size) => {
    if (!(error instanceof ApiError)) return errorText(error)
    const { code, details } = error
    if (size === 0) return t('send.refusals.EMPTY')
    const limit = typeof details.Limit === 'number' ? details.Limit : 0
    const facts = { limit: code === 'BODY_TOO_LARGE' ? Math.floor(limit / MEGABYTE) : limit }
    const reason = details.Signed === true ? 'SIGNED' : details.Reason
    const byReason = typeof reason === 'string' ? findText(`send.refusals.${code}_${reason}`, facts) : undefined
    return byReason ?? findText(`send.refusals.${code}`, facts) ?? errorText(error)
  }
}
