import type { DisclaimerKind } from '@rubrica/domain'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { api } from '../../shared/api/api.ts'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Dialog } from '../../shared/ui/dialog.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './signing.module.css'

/** What a dialog shows, apart from that it is open. */
export type DialogFace = Omit<ComponentProps<typeof Dialog>, 'open' | 'onClose'>

/** The text that has to be accepted before these documents are signed; null when no sender asks for it. */
function useDisclaimerText(documents: readonly PendingDocument[]) {
  const language = useLanguage()
  const kind: DisclaimerKind = documents.length > 1 ? 'SIGNATURE_MULTIPOSITION_BATCH' : 'SIGNATURE_MULTIPOSITION_SIMPLE'
  const signerGuid = documents.find(({ SignerDTO }) => SignerDTO.DisclaimerInfo.Display)?.SignerDTO.SignerGUID
  const query = useQuery({
    queryKey: ['disclaimer', kind, signerGuid, language],
    queryFn: ({ signal }) => api.disclaimerText({ params: { signerGuid: signerGuid!, kind, lang: language }, signal }),
    enabled: signerGuid !== undefined,
  })
  return signerGuid === undefined ? null : query
}

type DisclaimerQuery = NonNullable<ReturnType<typeof useDisclaimerText>>

function DisclaimerText({ data, error, isFetching }: DisclaimerQuery) {
  const t = useText()
  const errorText = useErrorText()
  if (data) {
    return (
      <div className={styles.disclaimer} role="region" aria-label={t('disclaimer.text')} tabIndex={0}>
        {data.Text}
      </div>
    )
  }
  if (error && !isFetching) {
    return (
      <Notice tone="bad">
        {t('disclaimer.failed')} {!isSessionExpiry(error) && errorText(error)}
      </Notice>
    )
  }
  return (
    <div role="status" className={styles.choices}>
      <span className="sr-only">{t('disclaimer.loading')}</span>
      {[92, 100, 84, 46].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

/**
 * The confirmation before a signature, as the content of the dialog that signs.
 * @returns null when nothing has to be accepted, or has been
 */
export function useDisclaimerFace(documents: readonly PendingDocument[], onClose: () => void): DialogFace | null {
  const t = useText()
  const [accepted, setAccepted] = useState(false)
  const disclaimer = useDisclaimerText(documents)
  if (disclaimer === null || accepted) return null
  const { data, error, isFetching, refetch } = disclaimer
  return {
    size: 'wide',
    title: data?.Title || t('disclaimer.title'),
    children: <DisclaimerText {...disclaimer} />,
    actions: (
      <>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {error && !data ? (
          <Button kind="primary" busy={isFetching} onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        ) : (
          <Button kind="primary" disabled={!data} onClick={() => setAccepted(true)}>
            {t('disclaimer.accept')}
          </Button>
        )}
      </>
    ),
  }
}
