import { Lock, PenLine, ShieldCheck } from 'lucide-react'
import { hasNoLegalId } from '@rubrica/domain'
import { useId } from 'react'
import { ownLegalId } from '../../shared/api/certificates.ts'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { BarNotice, DecisionBar } from '../../shared/document-parts/decision-bar.tsx'
import { findText } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import styles from './sign-bar.module.css'
import { writePages } from './unread-pages.ts'
import type { ReadingGate } from './use-reading-gate.ts'

/** How many runs of unread pages the bar has room for. */
const UNREAD_PARTS = 6

interface SignBarProps {
  document: PendingDocument | undefined
  /** What the person signs with, where there is nothing to choose. */
  alone: string | undefined
  /** How much has been read of a document that must be read whole; null when it need not be. */
  gate: ReadingGate | null
  onReject: (document: PendingDocument) => void
  onSign: (document: PendingDocument) => void
  /** Absent where no document follows. */
  onSignAndNext?: (document: PendingDocument) => void
  onPrepare: () => void
}

/** What is still to be read before signing, and the way there. */
function StillUnread({ gate, id }: { gate: ReadingGate; id: string }) {
  const t = useText()
  return (
    <BarNotice icon={Lock} title={t('viewer.readAllTip')}>
      <p id={id} className={styles.unread}>
        <strong className="num">{t('viewer.viewedPages', { viewed: gate.viewed, count: gate.total })}</strong>{' '}
        <span className="muted">
          {gate.unread.length > 0 && gate.viewed > 0
            ? t('viewer.unreadPages', { pages: writePages(gate.unread, UNREAD_PARTS) })
            : t('viewer.readAllHint')}
        </span>
      </p>
      <Button size="small" disabled={gate.unread.length === 0} onClick={gate.goToNextUnread}>
        {t('viewer.nextUnread')}
      </Button>
    </BarNotice>
  )
}

function SignsWith({ document, alone, id }: Pick<SignBarProps, 'document' | 'alone'> & { id: string }) {
  const t = useText()
  const alias = document?.SignerDTO.CentralizedCertificateInfo?.Alias
  const byEmail = hasNoLegalId(ownLegalId()) ? findText('invitation.signsWith') : undefined
  return (
    <BarNotice quiet icon={ShieldCheck}>
      <strong id={id} className={styles.certificate}>
        {alias === undefined ? (alone ?? byEmail ?? t('viewer.chooseCertificate')) : t('viewer.signsWith', { alias })}
      </strong>
    </BarNotice>
  )
}

/** Reject and sign, and the reason while signing has to wait. */
export function SignBar({ document, alone, gate, onReject, onSign, onSignAndNext, onPrepare }: SignBarProps) {
  const t = useText()
  const reason = useId()
  const waits = gate !== null && !gate.open
  return (
    <DecisionBar
      notice={waits ? <StillUnread gate={gate} id={reason} /> : <SignsWith {...{ document, alone }} id={reason} />}
      onReject={document && (() => onReject(document))}
      onDecide={document && !waits ? () => onSign(document) : undefined}
      icon={PenLine}
      label={t('viewer.sign')}
      andNext={onSignAndNext && { label: t('viewer.signAndNext'), onDecide: () => document && onSignAndNext(document) }}
      waiting={{ describedBy: reason, title: waits ? t('viewer.readAllTip') : undefined }}
      onPrepare={onPrepare}
    />
  )
}
