import { CalendarClock, Info, ShieldAlert } from 'lucide-react'
import type { PendingDocument } from '../api/pending-document.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/use-text.ts'
import styles from './asked-facts.module.css'

/** Until when a document can be signed. */
export function SignBy({ deadline }: { deadline: string }) {
  const t = useText()
  const formats = useFormats()
  return (
    <time className={styles.fact} dateTime={deadline}>
      <CalendarClock size={14} aria-hidden />
      {t('documents.signBy', { date: formats.moment(deadline) })}
    </time>
  )
}

/** That something was done to a document after somebody signed it. */
function Doubt({ integrity }: { integrity: 'suspicious' | 'broken' }) {
  const t = useText()
  return (
    <span className={styles.doubt}>
      <ShieldAlert size={14} aria-hidden />
      {t(integrity === 'broken' ? 'documents.brokenSignature' : 'documents.changedSince')}
    </span>
  )
}

/** That somebody who stands in for the person has said something of it. */
export function RemarkMark({ mark }: { mark: 'Checked' | 'Noted' }) {
  const t = useText()
  return (
    <span className={styles.fact}>
      <Info size={14} aria-hidden />
      {t(mark === 'Checked' ? 'documents.checked' : 'documents.noted')}
    </span>
  )
}

/** In the row of a document: doubts about it, what deputies say, until when it can be signed, and what for. */
export function AskedFacts({ document }: { document: PendingDocument }) {
  const { Deadline, Integrity, Remark } = document
  const reason = document.SignerDTO.SignatureReason
  const isDoubtful = Integrity === 'suspicious' || Integrity === 'broken'
  if (!Deadline && !reason && !isDoubtful && !Remark) return null
  return (
    <span className={styles.facts}>
      {isDoubtful && <Doubt integrity={Integrity} />} {Remark && <RemarkMark mark={Remark} />}{' '}
      {Deadline && <SignBy deadline={Deadline} />}{' '}
      {reason && (
        <bdi className={styles.reason} title={reason}>
          {reason}
        </bdi>
      )}
    </span>
  )
}
