import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { addDays, today } from '../../../shared/i18n/days.ts'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Link } from '../../../shared/router/link.tsx'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { linkClass } from '../../../shared/ui/card.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'

/** For how long somebody is told that a file was sent before. */
const DAYS = 90

interface SentBeforeProps {
  /** Of the file, in hexadecimal digits. */
  sha256: string
  subscription: string | undefined
}

/**
 * Says where the same file was sent last, among the documents that the person sees; nothing where it was not. Sending it
 * again is allowed and leaves the other document alone.
 */
export function SentBefore({ sha256, subscription }: SentBeforeProps) {
  const t = useText()
  const { date } = useFormats()
  const { data: sent } = useQuery({
    queryKey: [...queryKeys.sent, 'same-file', sha256, { subscription }],
    queryFn: async ({ signal }) => {
      const query = { subscription, sha256, from: addDays(today(), -DAYS), limit: '1' }
      const { data } = await senderApi.sentDocuments({ query, signal })
      return data[0] ?? null
    },
  })
  return (
    <div role="status">
      {sent && (
        <Notice tone="info">
          {t('send.sentBefore', { date: date(sent.uploadedAt) })}{' '}
          <Link
            className={linkClass}
            to="/sent/$docGuid"
            params={{ docGuid: sent.guid }}
            search={{ from: subscription }}
          >
            {sent.fileName}
          </Link>
        </Notice>
      )}
    </div>
  )
}
