import { NetworkError } from '@rubrica/contract'
import { useText } from '../i18n/use-text.ts'
import { Notice } from '../ui/status/notice.tsx'

interface ConsentErrorProps {
  error: unknown
  /** The sentence for an answer of the server. */
  errorText: (error: unknown) => string
}

/** What went wrong: the server's words; without an answer, the type and the text of spec §8, and what to do. */
export function ConsentError({ error, errorText }: ConsentErrorProps) {
  const t = useText()
  return (
    <Notice tone="bad">
      {error instanceof NetworkError ? (
        <>
          <strong>{t('consent.undefined')}</strong>
          <p>{t('consent.networkError')}</p>
          <p>{t('consent.networkRemedy')}</p>
        </>
      ) : (
        errorText(error)
      )}
    </Notice>
  )
}
