import { MOST_BULK_DOCUMENTS } from '@rubrica/contract'
import { BellRing, CalendarPlus, FolderDown, Undo2, UserPen } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import styles from './bulk.module.css'
import type { ActKind } from './bulk-act.ts'
import type { Choice } from './use-choice.ts'

interface BulkBarProps {
  choice: Choice
  loaded: number
  onAct: (kind: ActKind) => void
}

/** How many documents are chosen, and what can be done with all of them; on phones at the bottom. */
export function BulkBar({ choice, loaded, onAct }: BulkBarProps) {
  const t = useText()
  const { guids, isFull, all, clear } = choice
  if (guids.length === 0) return null
  return (
    <section className={styles.bar} aria-label={t('sent.bulk.bar')}>
      <p className={styles.count} role="status">
        {t('sent.bulk.chosen', { count: guids.length })}
        {isFull && <span className="muted"> {t('sent.bulk.most', { most: MOST_BULK_DOCUMENTS })}</span>}
      </p>
      <div className={styles.choose}>
        {guids.length < Math.min(loaded, MOST_BULK_DOCUMENTS) && (
          <Button kind="ghost" onClick={all}>
            {t('sent.bulk.all', { count: Math.min(loaded, MOST_BULK_DOCUMENTS) })}
          </Button>
        )}
        <Button kind="ghost" onClick={clear}>
          {t('documents.clearSelection')}
        </Button>
      </div>
      <div className={styles.acts}>
        <Button icon={BellRing} onClick={() => onAct('remind')}>
          {t('sent.change.remind')}
        </Button>
        <Button icon={CalendarPlus} onClick={() => onAct('extend')}>
          {t('sent.bulk.extend')}
        </Button>
        <Button icon={UserPen} onClick={() => onAct('replace')}>
          {t('sent.bulk.replace')}
        </Button>
        <Button icon={FolderDown} onClick={() => onAct('download')}>
          {t('sent.download')}
        </Button>
        <Button kind="danger-quiet" icon={Undo2} onClick={() => onAct('withdraw')}>
          {t('sent.withdraw.open')}
        </Button>
      </div>
    </section>
  )
}
