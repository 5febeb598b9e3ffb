import type { SendingDraft } from '@rubrica/contract'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import styles from './drafts.module.css'
import type { DraftKeeper } from './draft-keeper.ts'
import { useKeptStanding } from './use-draft-keeper.ts'

interface ConflictDialogProps {
  keeper: DraftKeeper
  /** The form shows what another tab has saved. */
  onTake: (theirs: SendingDraft) => void
}

/** The draft was changed, sent or discarded in another tab: the person says what becomes of what stands here. */
export function ConflictDialog({ keeper, onTake }: ConflictDialogProps) {
  const t = useText()
  const formats = useFormats()
  const { kind, theirs, changedAt } = useKeptStanding(keeper)
  const isConflict = kind === 'conflict' && theirs !== undefined
  return (
    <Dialog
      open={isConflict || kind === 'gone'}
      // An answer is needed: closing it would leave a form that nobody saves.
      busy
      onClose={() => undefined}
      title={t(isConflict ? 'send.drafts.conflictTitle' : 'send.drafts.goneTitle')}
      description={t(isConflict ? 'send.drafts.conflictText' : 'send.drafts.goneText')}
      actions={
        <>
          <Button onClick={() => keeper.keepAsNew()}>{t('send.drafts.keepAsNew')}</Button>
          {isConflict && (
            <Button kind="danger" onClick={() => keeper.overwrite()}>
              {t('send.drafts.overwrite')}
            </Button>
          )}
          {isConflict && (
            <Button kind="primary" onClick={() => onTake(theirs)}>
              {t('send.drafts.take')}
            </Button>
          )}
        </>
      }
    >
      {isConflict && (
        <dl className={styles.versions}>
          <div>
            <dt>{t('send.drafts.theirs')}</dt>
            <dd>{formats.moment(theirs.updatedAt)}</dd>
          </div>
          <div>
            <dt>{t('send.drafts.mine')}</dt>
            <dd>{changedAt && formats.moment(changedAt.toISOString())}</dd>
          </div>
        </dl>
      )}
    </Dialog>
  )
}
