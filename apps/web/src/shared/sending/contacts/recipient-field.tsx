import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Tag } from '../../ui/lists/tag.tsx'
import { Combobox, type Section } from '../combobox.tsx'
import styles from '../person-field.module.css'
import { RecipientLines } from './recipient-lines.tsx'
import { keyOfRecipient, recipientsQuery, type Recipients, type SuggestedRecipient } from './recipients.ts'

type SuggestedGroup = Recipients['groups'][number]

interface RecipientFieldProps {
  label: string
  subscription: string | undefined
  /** Keys of those who are there already (`keyOf`); they are not suggested. */
  taken: readonly string[]
  onChoose: (person: SuggestedRecipient) => void
  /** No groups are suggested without it. */
  onGroup?: (group: SuggestedGroup) => void
}

const NOBODY: Recipients = { people: [], groups: [] }

/** Who fits what is typed; before anything is, whom the sender asks often and asked lately. */
function useSuggestions(text: string, subscription: string | undefined) {
  const sought = useDeferredValue(text.trim())
  const { data, isSuccess } = useQuery({
    ...recipientsQuery({ subscription, text: sought, accounts: false }),
    // What was there before anything was typed is no answer to what is typed.
    placeholderData: (before, query) => (query?.queryKey.at(-1) === '' ? undefined : before),
    staleTime: 0,
  })
  const isOld = (sought === '') !== (text.trim() === '')
  return { found: isOld ? NOBODY : (data ?? NOBODY), isKnown: !isOld && isSuccess }
}

/** Asks for people, by name or by group: contacts and who was asked lately are there before anything is typed. */
export function RecipientField({ label, subscription, taken, onChoose, onGroup }: RecipientFieldProps) {
  const t = useText()
  const [text, setText] = useState('')
  const { found, isKnown } = useSuggestions(text, subscription)
  const people = found.people.filter((person) => !taken.includes(keyOfRecipient(person)))
  const optionOf = (person: SuggestedRecipient) => ({
    id: encodeURIComponent(keyOfRecipient(person)),
    content: <RecipientLines person={person} readsOnly={false} />,
    choose: () => onChoose(person),
  })
  const groups = (onGroup ? found.groups : []).map((group) => ({
    id: group.guid,
    content: <GroupLines group={group} />,
    choose: () => onGroup?.(group),
  }))
  const asPeople = (title: string, some: readonly SuggestedRecipient[]): Section => ({
    title,
    options: some.map(optionOf),
  })
  const sections =
    text.trim() === ''
      ? [
          asPeople(
            t('contacts.favourites'),
            people.filter(({ contact }) => contact !== null),
          ),
          asPeople(
            t('contacts.recent'),
            people.filter(({ contact }) => contact === null),
          ),
          { title: t('contacts.groups'), options: groups },
        ]
      : [asPeople('', people), { title: t('contacts.groups'), options: groups }]
  return (
    <Combobox
      {...{ label, text, sections }}
      opensEmpty
      hint={t(onGroup ? 'contacts.fieldHint' : 'contacts.memberHint')}
      onText={setText}
      none={isKnown && text.trim().length > 1 && people.length + groups.length === 0 ? t('send.nobody') : undefined}
    />
  )
}

function GroupLines({ group: { name, people, team } }: { group: SuggestedGroup }) {
  const t = useText()
  return (
    <>
      <b className={styles.name}>
        <Users size={16} aria-hidden />
        {name}
        {team && <Tag>{team.name}</Tag>}
      </b>
      <span className="muted">{t('contacts.people', { count: people })}</span>
    </>
  )
}
