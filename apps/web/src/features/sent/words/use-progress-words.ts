import { useLanguage, useText } from '../../../shared/i18n/use-text.ts'
import type { SentItem } from '../sent-queries.ts'
import { describeSince } from './describe-since.ts'
import { usePeopleList } from './use-people-list.ts'

type Progress = Pick<SentItem, 'signed' | 'signers' | 'awaited'>

/** Says since when: since today, since Tuesday. */
export function useSinceWords(): (time: string) => string {
  const t = useText()
  const language = useLanguage()
  return (time) => {
    const { form, day } = describeSince(time, language)
    return t(`sent.since.${form}`, { day })
  }
}

/** How far a document is, in a sentence: how many have signed, for whom it waits and since when. */
export function useProgressWords(): (progress: Progress) => string {
  const t = useText()
  const since = useSinceWords()
  const list = usePeopleList()
  const waitsFor = (key: 'sent.waitsSigners' | 'sent.waitsApprovers', people: Progress['awaited']) => {
    const [first] = people.map((person) => person.since).sort()
    if (first === undefined) return []
    return [t(key, { names: list(people.map(({ name }) => name)), since: since(first) })]
  }
  return ({ signed, signers, awaited }) =>
    [
      t('sent.signed', { signed, total: signers }),
      ...waitsFor(
        'sent.waitsSigners',
        awaited.filter(({ isApprover }) => !isApprover),
      ),
      ...waitsFor(
        'sent.waitsApprovers',
        awaited.filter(({ isApprover }) => isApprover),
      ),
    ].join(', ')
}
