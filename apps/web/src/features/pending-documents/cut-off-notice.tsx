import { useState } from 'react'
import { useNameList } from '../../shared/i18n/use-name-list.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { cutOffBatch, forgetBatchUnderWay } from '../../shared/selection/batch-under-way.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { useFocusRescue } from '../../shared/ui/focus/use-focus-rescue.ts'
import styles from './pending-documents.module.css'

interface CutOffNoticeProps {
  /** How many documents are still selected. */
  left: number
  busy: boolean
  onSign: () => void
}

/** After a reload in the middle of a batch: what was signed, and the way on with what is still selected. */
export function CutOffNotice({ left, busy, onSign }: CutOffNoticeProps) {
  const t = useText()
  const nameList = useNameList()
  const [isClosed, setClosed] = useState(false)
  const batch = isClosed ? null : cutOffBatch()
  useFocusRescue(batch ? 1 : 0)
  if (!batch) return null
  const { total, signed, atWork } = batch
  const count = signed.length
  const close = () => {
    forgetBatchUnderWay()
    setClosed(true)
  }
  return (
    <section className={styles.cutOff} aria-label={t('batch.cutOffTitle')}>
      <Notice tone="info">
        <strong>{t('batch.cutOffTitle')}</strong>
        {count > 0 && <p>{t('batch.cutOffSigned', { count, total, names: nameList(signed) })}</p>}
        {atWork !== null && <p>{t('batch.cutOffAtWork', { name: atWork })}</p>}
        <p className={styles.cutOffActions}>
          {left > 0 && (
            <Button size="small" kind="primary" busy={busy} onClick={onSign}>
              {t('batch.signRest')}
            </Button>
          )}
          <Button size="small" onClick={close}>
            {t('common.close')}
          </Button>
        </p>
      </Notice>
    </section>
  )
}
