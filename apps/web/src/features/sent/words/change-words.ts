import type { PassingOn } from '@rubrica/domain'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { SentEvent } from '../sent-queries.ts'

type Change = SentEvent['changes'][number]

/** What may be changed, as far as there are words for it. */
const KNOWN = [
  'fileName',
  'description',
  'tags',
  'message',
  'deadline',
  'reason',
  'readAll',
  'delegable',
  'disclaimer',
  'certificate',
  'stage',
  'approvers',
  'copies',
  'attachment',
  'signer',
  'team',
  'passingOn',
  'successor',
  'signerAdded',
  'signerRemoved',
  'places',
] as const
type Known = (typeof KNOWN)[number]

/** Of which both values are told; long texts and ids are only named. */
const TOLD: readonly Known[] = [
  'fileName',
  'tags',
  'deadline',
  'stage',
  'approvers',
  'copies',
  'signer',
  'team',
  'passingOn',
]
/** That have one value. */
const SINGLE: readonly Known[] = ['signerAdded', 'signerRemoved', 'successor']

/** Says what was changed, in a line for each thing: what it was and what it is now. */
export function useChangeWords(): (changes: readonly Change[]) => readonly string[] {
  const t = useText()
  const formats = useFormats()
  const valueOf = (what: Known, value: string | null) => {
    if (value === null || value === '') return t('sent.change.none')
    if (what === 'deadline') return formats.moment(value)
    if (what === 'passingOn') return t(`send.passingOn.${value as PassingOn}`)
    return what === 'tags' ? value.split(',').join(', ') : value
  }
  return (changes) =>
    changes.flatMap(({ what, person, before, after }) => {
      const known = KNOWN.find((one) => one === what)
      if (!known) return []
      const thing = t(`sent.change.what.${known}`)
      const name = person === null ? thing : t('sent.change.ofSomebody', { what: thing, name: person })
      if (SINGLE.includes(known)) return [`${thing}: ${after ?? before ?? ''}`]
      if (known === 'attachment') return [`${name}: ${after ?? ''}`]
      if (!TOLD.includes(known)) return [name]
      return [t('sent.change.fromTo', { what: name, before: valueOf(known, before), after: valueOf(known, after) })]
    })
}
