import { useText } from '../../../shared/i18n/use-text.ts'
import { PersonField } from '../../../shared/sending/person-field.tsx'
import styles from './changes.module.css'
import { ChosenPerson } from './chosen-person.tsx'

export interface NamedPerson {
  readonly userId: string
  readonly name: string
}

interface ApproversFieldProps {
  people: readonly NamedPerson[]
  subscription: string | undefined
  /** The signer, who does not approve for themselves; nothing where that is somebody without an account. */
  signerUserId: string | undefined
  /** Who has decided stays. */
  isFixed?: (userId: string) => boolean
  onChange: (people: readonly NamedPerson[]) => void
}

/** Who approves before somebody signs. */
export function ApproversField({ people, subscription, signerUserId, isFixed, onChange }: ApproversFieldProps) {
  const t = useText()
  const ids = people.map(({ userId }) => userId)
  return (
    <>
      {people.length > 0 && (
        <ul className={styles.people} aria-label={t('send.approvers')}>
          {people.map((person) => (
            <li key={person.userId}>
              <ChosenPerson
                person={person}
                onRemove={
                  isFixed?.(person.userId)
                    ? undefined
                    : () => onChange(people.filter(({ userId }) => userId !== person.userId))
                }
              />
            </li>
          ))}
        </ul>
      )}
      <PersonField
        label={t('send.addApprover')}
        subscription={subscription}
        taken={signerUserId === undefined ? ids : [signerUserId, ...ids]}
        onChoose={({ userId, name }) => onChange([...people, { userId, name }])}
      />
    </>
  )
}
