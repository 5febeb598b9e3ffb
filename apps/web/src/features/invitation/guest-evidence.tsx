import { ApiError } from '@rubrica/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FileCheck2 } from 'lucide-react'
import { signerCallsAs } from '../../shared/api/guest-calls.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { saveFile } from '../../shared/page-viewer/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import styles from './account-offer.module.css'
import type { GuestSession } from './use-account-offer.ts'

interface GuestEvidenceProps {
  session: GuestSession
  docGuid: string
}

/** What proves what a guest has done, as long as the session lasts in which they did it; or when there will be something. */
export function GuestEvidence({ session: { token, environment }, docGuid }: GuestEvidenceProps) {
  const t = useText()
  const errorText = useErrorText()
  const calls = signerCallsAs(token, environment)
  const params = { docGuid }
  const decided = useQuery({
    queryKey: ['guest-evidence', docGuid],
    queryFn: ({ signal }) => calls.decidedDocument({ params, signal }),
    gcTime: 0,
  })
  const download = useMutation({ mutationFn: async () => saveFile(await calls.ownEvidence({ params })) })
  if (decided.isPending) return null
  const isOpen = decided.data?.DocumentState === 'Open'
  const isGone = download.error instanceof ApiError && download.error.status === 401
  return (
    <section className={styles.offer} aria-labelledby="guest-evidence">
      <h2 id="guest-evidence">
        <FileCheck2 size={20} aria-hidden />
        {t('invitation.evidenceTitle')}
      </h2>
      <p className="muted">{t(isOpen ? 'invitation.evidenceLater' : 'invitation.evidenceText')}</p>
      {download.isError && (
        <Notice tone="bad">{isGone ? t('invitation.evidenceGone') : errorText(download.error)}</Notice>
      )}
      {!isOpen && (
        <Button size="large" icon={Download} busy={download.isPending} onClick={() => download.mutate()}>
          {t('invitation.evidenceDownload')}
        </Button>
      )}
    </section>
  )
}
