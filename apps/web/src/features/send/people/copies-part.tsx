import { X } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { PersonField } from '../../../shared/sending/person-field.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { addCopy, isLocked, MOST_COPIES, removeCopy, type Draft } from '../draft.ts'
import styles from '../send.module.css'

interface CopiesPartProps {
  draft: Draft
  subscription: string | undefined
  onChange: (change: (draft: Draft) => Draft) => void
}

/** Who reads the documents and signs nothing. */
export function CopiesPart({ draft, subscription, onChange }: CopiesPartProps) {
  const t = useText()
  const { copies, signers } = draft
  const isFixed = isLocked(draft, 'people')
  if (isFixed && copies.length === 0) return null
  return (
    <section className={styles.copies} aria-labelledby="send-copies">
      <h3 id="send-copies" tabIndex={-1}>
        {t('copies.title')}
      </h3>
      <p className="muted">{t('copies.hint')}</p>
      {copies.length > 0 && (
        <ul className={styles.items} aria-label={t('copies.list')}>
          {copies.map(({ userId, name, mailDomain }) => (
            <li key={userId} className={styles.item}>
              <div className={styles.itemHead}>
                <div className={styles.who}>
                  <b>{name}</b>
                  <span className="muted">
                    {userId} · @{mailDomain}
                  </span>
                  {signers.some((signer) => signer.userId === userId) && (
                    <span className={styles.warn}>{t('copies.isSigner')}</span>
                  )}
                </div>
                {!isFixed && (
                  <div className={styles.itemActs}>
                    <IconButton
                      icon={X}
                      label={t('send.remove', { name })}
                      onClick={() => onChange((before) => removeCopy(before, userId))}
                    />
                  </div>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {!isFixed && copies.length < MOST_COPIES && (
        <PersonField
          readsOnly
          label={t('copies.add')}
          subscription={subscription}
          taken={[...copies, ...signers].map(({ userId }) => userId)}
          onChoose={(person) => onChange((before) => addCopy(before, person))}
        />
      )}
    </section>
  )
}
