import { MAX_REJECTION_REASON } from '@rubrica/domain'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { TextAreaField } from '../../../shared/ui/fields/text-area-field.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import type { SentDocument, SentPlace } from '../sent-queries.ts'
import { usePeopleList } from '../words/use-people-list.ts'
import { hasActs, stillAsked } from './describe-people.ts'
import { useWithdrawal } from './use-withdrawal.ts'
import styles from './withdraw-dialog.module.css'

/** Names that are written out; of more people the rest is counted. */
const NAMED = 5

interface WithdrawDialogProps {
  document: SentDocument
  place: SentPlace
  onClose: () => void
}

/** What becomes of the document for whom. */
function Consequences({ document }: { document: SentDocument }) {
  const t = useText()
  const list = usePeopleList()
  return (
    <div className={styles.consequences}>
      <strong>
        <bdi>{document.fileName}</bdi>
      </strong>
      <p>{t('sent.withdraw.whom', { names: list(stillAsked(document), NAMED) })}</p>
      {hasActs(document) && <p>{t('sent.withdraw.kept')}</p>}
    </div>
  )
}

/** Says what a withdrawal does to whom, asks for a reason that need not be given, and withdraws the document. */
export function WithdrawDialog({ document, place, onClose }: WithdrawDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const { withdraw, isBusy, problem } = useWithdrawal({ document, place, onDone: onClose })
  return (
    <Dialog
      open
      busy={isBusy}
      onClose={onClose}
      title={t('sent.withdraw.title')}
      description={t('sent.withdraw.final')}
      onSubmit={() => {
        if (!isBusy) withdraw(reason.trim())
      }}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="danger" busy={isBusy}>
            {t('sent.withdraw.confirm')}
          </Button>
        </>
      }
    >
      <Consequences document={document} />
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <TextAreaField
        autoFocus
        rows={3}
        label={t('sent.withdraw.reason')}
        hint={t('sent.withdraw.reasonHint')}
        maxLength={MAX_REJECTION_REASON}
        readOnly={isBusy}
        value={reason}
        onChange={setReason}
      />
    </Dialog>
  )
}
