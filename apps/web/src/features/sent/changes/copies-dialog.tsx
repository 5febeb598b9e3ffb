import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { PersonField } from '../../../shared/sending/person-field.tsx'
import type { SentDocument, SentPlace } from '../sent-queries.ts'
import { ChangeDialog } from './change-dialog.tsx'
import styles from './changes.module.css'
import { ChosenPerson } from './chosen-person.tsx'
import { patchDocument } from './patch-document.ts'
import { useChange } from './use-change.ts'

interface CopiesDialogProps {
  document: SentDocument
  place: SentPlace
  onClose: () => void
}

/** Gives copies of a sent document to people, and takes them away. */
export function CopiesDialog({ document, place, onClose }: CopiesDialogProps) {
  const t = useText()
  const [people, setPeople] = useState<readonly { userId: string; name: string }[]>(document.copies)
  const isSame =
    people.length === document.copies.length &&
    people.every(({ userId }) => document.copies.some((copy) => copy.userId === userId))
  const { change, isBusy, problem } = useChange({
    send: () => patchDocument(document, place, { copies: people.map(({ userId }) => ({ userId })) }),
    said: () => t('copies.saved'),
    onDone: onClose,
  })
  const signing = document.signers.filter(({ state }) => state !== 'replaced')
  return (
    <ChangeDialog
      title={t('copies.editTitle')}
      description={t('copies.editHint')}
      confirm={t('copies.save')}
      isIncomplete={isSame}
      {...{ isBusy, problem, onClose }}
      onConfirm={() => change(undefined)}
    >
      {people.length > 0 && (
        <ul className={styles.people} aria-label={t('copies.list')}>
          {people.map((person) => (
            <li key={person.userId}>
              <ChosenPerson
                person={person}
                onRemove={() => setPeople((before) => before.filter(({ userId }) => userId !== person.userId))}
              />
            </li>
          ))}
        </ul>
      )}
      <PersonField
        readsOnly
        label={t('copies.add')}
        subscription={place.subscription}
        taken={[...signing, ...people].map(({ userId }) => userId)}
        onChoose={(person) => setPeople((before) => [...before, person])}
      />
    </ChangeDialog>
  )
}
