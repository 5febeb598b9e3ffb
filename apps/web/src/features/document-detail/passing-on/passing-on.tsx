import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { OpenedDocument } from '../../../shared/api/pending-documents.ts'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { passingCalls, passingRequestQuery } from './passing-calls.ts'
import styles from './passing-on.module.css'

/** Comes when somebody names another: most people only see that they could. */
const PassOnDialog = lazy(() => import('./pass-on-dialog.tsx').then((module) => ({ default: module.PassOnDialog })))

interface PassingOnProps {
  document: OpenedDocument
  /** Leads back to the list, when somebody else is asked. */
  onLeave: () => void
}

/** The way to name who should have been asked, and what became of it. */
export function PassingOn({ document, onLeave }: PassingOnProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(passingRequestQuery(document.SignerDTO.SignerGUID))
  if (!data) return null
  const { Asked: asked } = data
  if (asked && asked.DeclinedAt === null)
    return <Waiting signerGuid={document.SignerDTO.SignerGUID} name={asked.Name} />
  return (
    <section className={styles.passing} aria-label={t('passing.question')}>
      {asked ? (
        <Notice tone="info">
          <p>{t('passing.declined', { name: asked.Name })}</p>
          {asked.DeclineReason !== '' && <q className={styles.reason}>{asked.DeclineReason}</q>}
        </Notice>
      ) : (
        <p className="muted">{t('passing.question')}</p>
      )}
      <Button size="small" icon={UserPen} onClick={() => setOpen(true)}>
        {t('passing.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <PassOnDialog {...{ document, onLeave }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** The sender has not answered yet. */
function Waiting({ signerGuid, name }: { signerGuid: string; name: string }) {
  const t = useText()
  const client = useQueryClient()
  const reportFailure = useReportFailure()
  const { mutate, isPending } = useMutation({
    mutationFn: () => passingCalls.keepSlot({ params: { signerGuid } }),
    onSuccess: () => showToast('success', t('passing.takenBack')),
    onError: reportFailure,
    // Where it was answered meanwhile, the answer is shown.
    onSettled: () => client.invalidateQueries(passingRequestQuery(signerGuid)),
  })
  return (
    <section className={styles.passing} aria-label={t('passing.question')}>
      <Notice tone="info">{t('passing.waiting', { name })}</Notice>
      <Button size="small" busy={isPending} onClick={() => mutate()}>
        {t('passing.takeBack')}
      </Button>
    </section>
  )
}
