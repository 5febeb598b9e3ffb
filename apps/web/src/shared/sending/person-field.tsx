import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Combobox } from './combobox.tsx'
import { RecipientLines } from './contacts/recipient-lines.tsx'
import { recipientsQuery } from './contacts/recipients.ts'
import type { KnownPerson } from './guests/guest.ts'

const LEAST_LETTERS = 2

interface PersonFieldProps {
  label: string
  subscription: string | undefined
  /** Those who are there already; they are not suggested. */
  taken: readonly string[]
  /** They only read: what they could sign with is nobody's concern. */
  readsOnly?: boolean
  onChoose: (person: KnownPerson) => void
}

/** Asks for somebody of the subscription; contacts are suggested first, nobody before there are two letters. */
export function PersonField({ label, subscription, taken, readsOnly = false, onChoose }: PersonFieldProps) {
  const t = useText()
  const [text, setText] = useState('')
  const sought = useDeferredValue(text.trim())
  const isAsked = sought.length >= LEAST_LETTERS
  const { data, isSuccess } = useQuery({
    ...recipientsQuery({ subscription, text: sought, accounts: true }),
    enabled: isAsked,
    placeholderData: (before) => before,
  })
  const people = isAsked ? (data?.people ?? []) : []
  const options = people.flatMap((person) => {
    const { userId, name, mailDomain, canSign } = person
    if (userId === null || taken.includes(userId)) return []
    const content = <RecipientLines {...{ person, readsOnly }} />
    return [{ id: userId, content, choose: () => onChoose({ userId, name, mailDomain, canSign }) }]
  })
  return (
    <Combobox
      {...{ label, text }}
      hint={t('send.personHint')}
      onText={setText}
      sections={[{ title: '', options }]}
      none={isAsked && isSuccess && options.length === 0 ? t('send.nobody') : undefined}
    />
  )
}
