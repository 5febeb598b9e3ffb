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
import { worstVerdict } from './verdict-of.ts'

interface FoundProps {
  found: DocumentSignatures
  onShow: () => void
}

/** How sure the signatures of an intact file are, and the words for it; none when all are valid. */
function useReservation(found: DocumentSignatures): { verdict: 'passed' | 'unconfirmed' | 'open'; words: string } {
  const t = useText()
  const worst = worstVerdict(found)
  if (worst === 'passed') return { verdict: worst, words: '' }
  if (worst !== 'unconfirmed') return { verdict: 'open', words: t('signatures.doubts') }
  return { verdict: worst, words: t(found.Trust === 'unknown' ? 'signatures.notAnchored' : 'signatures.notYetKnown') }
}

/** How many signatures there are, that they are intact, and what is not known of them or speaks against them. */
function Intact({ found, onShow }: FoundProps) {
  const t = useText()
  const { verdict, words: reservation } = useReservation(found)
  const Icon = verdict === 'passed' ? ShieldCheck : ShieldQuestion
  const count = found.Signatures.filter(({ Kind }) => Kind === 'signature').length
  const words =
    count > 0
      ? t('signatures.intact', { count })
      : t('signatures.timestampsIntact', { count: found.Signatures.length - count })
  return (
    <div className={styles.line} data-verdict={verdict}>
      <Icon size={16} aria-hidden />
      <p role="status">
        {words}
        {reservation !== '' && <span className="muted">. {reservation}</span>}
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
