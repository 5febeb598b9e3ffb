import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { AnswerDialog } from '../changes/answer-dialog.tsx'
import type { SentDocument, SentPlace, SentSigner } from '../sent-queries.ts'
import styles from './people-card.module.css'

interface PassingWishProps {
  document: SentDocument
  signer: SentSigner
  passing: NonNullable<SentSigner['passing']>
  place: SentPlace
}

/** Whom a signer has named in their place, for the sender to agree or to decline. */
export function PassingWish({ document, signer, passing, place }: PassingWishProps) {
  const t = useText()
  const [agree, setAgree] = useState<boolean>()
  return (
    <div className={styles.wish}>
      <Notice tone="warn">
        <p>{t('passing.wish', { name: signer.name, other: passing.name })}</p>
        <q className={styles.reason}>{passing.reason}</q>
        {document.mayManage && (
          <div className={styles.answers}>
            <Button size="small" onClick={() => setAgree(true)}>
              {t('passing.agree')}
            </Button>
            <Button size="small" onClick={() => setAgree(false)}>
              {t('passing.decline')}
            </Button>
          </div>
        )}
      </Notice>
      {agree !== undefined && (
        <AnswerDialog {...{ signer, passing, place, agree }} onClose={() => setAgree(undefined)} />
      )}
    </div>
  )
}
