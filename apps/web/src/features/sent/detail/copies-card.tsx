import { Pencil } from 'lucide-react'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Avatar } from '../../../shared/ui/avatar.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import type { OpenChange } from '../changes/open-change.ts'
import type { SentDocument } from '../sent-queries.ts'
import styles from './people-card.module.css'

interface CopiesCardProps {
  document: SentDocument
  onChange: (change: OpenChange) => void
}

/** Who has a copy, and when they were told; nothing where nobody has one and nobody can get one any more. */
export function CopiesCard({ document, onChange }: CopiesCardProps) {
  const t = useText()
  const formats = useFormats()
  const { copies } = document
  const isChangeable = document.mayManage && document.state === 'open'
  if (copies.length === 0 && !isChangeable) return null
  return (
    <Card className={styles.people} aria-labelledby="sent-copies">
      <h2 id="sent-copies">{t('copies.title')}</h2>
      {copies.length === 0 && <p className="muted">{t('copies.none')}</p>}
      <ul>
        {copies.map(({ guid, name, toldAt }) => (
          <li key={guid} className={styles.person}>
            <Avatar name={name} />
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {toldAt !== null && (
              <div className={styles.more}>
                <time className="muted num" dateTime={toldAt}>
                  {t('copies.told', { when: formats.moment(toldAt) })}
                </time>
              </div>
            )}
          </li>
        ))}
      </ul>
      {isChangeable && (
        <div className={styles.acts}>
          <Button icon={Pencil} onClick={() => onChange({ kind: 'copies' })}>
            {t('copies.edit')}
          </Button>
        </div>
      )}
    </Card>
  )
}
