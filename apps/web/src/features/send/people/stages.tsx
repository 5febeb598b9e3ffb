import { useText } from '../../../shared/i18n/use-text.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { isLocked, stagesOf } from '../draft.ts'
import type { Means } from '../findings.ts'
import styles from '../send.module.css'
import { SignerItem, type SignerItemProps } from './signer-item.tsx'
import { useStageMoves } from './use-stage-moves.ts'

interface StagesProps extends Pick<SignerItemProps, 'draft' | 'subscription' | 'onChange'> {
  /** By user id, as far as it is known. */
  means: ReadonlyMap<string, Means>
  /** Opens what is asked of a signer without an account; undefined where nobody may be one. */
  onGuest: ((userId: string) => void) | undefined
}

/** The signers, stage by stage, among which they are moved. */
export function Stages({ draft, subscription, means, onGuest, onChange }: StagesProps) {
  const t = useText()
  const { dragged, movedUser, handleOf } = useStageMoves(onChange)
  const count = stagesOf(draft)
  const stages = Array.from({ length: count }, (_, index) => index + 1)
  const moved = draft.signers.find(({ userId }) => userId === movedUser)
  const canMove = draft.signers.length > 1 && !isLocked(draft, 'people')
  const over = (stage: number) => classNames(styles.stage, dragged?.over === stage && styles.over)
  return (
    <>
      <p className="sr-only" role="status">
        {moved && t('send.moved', { name: moved.name, stage: moved.stage })}
      </p>
      {stages.map((stage) => (
        <section key={stage} className={over(stage)} data-stage={stage} aria-label={t('send.stageTitle', { stage })}>
          {stages.length > 1 && <h3>{t('send.stageTitle', { stage })}</h3>}
          <ul className={styles.items}>
            {draft.signers
              .filter((signer) => signer.stage === stage)
              .map((signer) => (
                <SignerItem
                  key={signer.userId}
                  {...{ draft, signer, subscription, onChange }}
                  means={means.get(signer.userId)}
                  onEdit={onGuest && signer.guest ? () => onGuest(signer.userId) : undefined}
                  onGuest={onGuest && (() => onGuest(signer.userId))}
                  handle={canMove ? handleOf(signer.userId) : undefined}
                />
              ))}
          </ul>
        </section>
      ))}
      {dragged && (
        <div className={classNames(over(count + 1), styles.newStage)} data-stage={count + 1}>
          {t('send.newStage')}
        </div>
      )}
    </>
  )
}
