import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import {
  isDoubtful,
  signaturesQuery,
  type DocumentSignatures,
  type SignaturesSource,
} from '../../shared/api/document-signatures.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { linkClass } from '../../shared/ui/card.tsx'
import styles from './signatures-line.module.css'

interface FoundProps {
  found: DocumentSignatures
  onShow: () => void
}

/** How many signatures there are and that nothing speaks against them. */
function Intact({ found, onShow }: FoundProps) {
  const t = useText()
  const count = found.Signatures.filter(({ Kind }) => Kind === 'signature').length
  const words =
    count > 0
      ? t('signatures.intact', { count })
      : t('signatures.timestampsIntact', { count: found.Signatures.length - count })
  return (
    <div className={styles.line}>
      <ShieldCheck size={16} aria-hidden />
      <p role="status">
        {words}
        {found.Trust === 'unknown' && <span className="muted">. {t('signatures.notAnchored')}</span>}
      </p>
      <button type="button" className={linkClass} onClick={onShow}>
        {t('signatures.show')}
      </button>
    </div>
  )
}

/** That something is wrong, said before anybody signs. */
function Doubtful({ found, onShow }: FoundProps) {
  const t = useText()
  const isBroken = found.Integrity === 'broken'
  return (
    <div className={styles.loud} role="alert">
      <ShieldAlert size={24} aria-hidden />
      <div className={styles.words}>
        <strong>{t(isBroken ? 'signatures.brokenTitle' : 'signatures.suspiciousTitle')}</strong>
        <p>{t(isBroken ? 'signatures.brokenText' : 'signatures.suspiciousText')}</p>
      </div>
      <Button size="small" onClick={onShow}>
        {t('signatures.showChanges')}
      </Button>
    </div>
  )
}

/** In a line over the buttons: what the signatures that a document bears are worth. */
export function SignaturesLine({ source, onShow }: { source: SignaturesSource; onShow: () => void }) {
  const t = useText()
  const { data: found, isFetching, refetch } = useQuery({ ...signaturesQuery(source), enabled: false })
  if (found) return isDoubtful(found) ? <Doubtful {...{ found, onShow }} /> : <Intact {...{ found, onShow }} />
  return (
    <div className={styles.line}>
      <ShieldQuestion size={16} aria-hidden />
      <p role="status">{t('signatures.failed')}</p>
      <Button size="small" kind="ghost" busy={isFetching} onClick={() => void refetch()}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
