import { useText, type TextOf } from '../../../shared/i18n/use-text.ts'
import type { TimelineEntry } from './gather-events.ts'

/** What people do, in sentences that name them; the rest happens by itself. */
const ACTS = [
  'page-served',
  'document-downloaded',
  'signature-started',
  'signature-failed',
  'signature-value-destroyed',
  'document-signed',
  'document-approved',
  'document-rejected',
  'person-reminded',
  'escalation-told',
  'guest-proved',
  'guest-became-account',
  'signing-link-opened',
  'signer-replaced',
  'signer-passed-on',
  'passing-asked',
  'passing-declined',
  'passing-withdrawn',
  'other',
] as const

function wordsOf(t: TextOf, { type, person, count }: TimelineEntry): string {
  const act = ACTS.find((known) => known === type)
  if (!person || !act) return t(`sent.events.${type}`)
  return t(`sent.acts.${act}`, { name: person.name, count })
}

/** Says what happened, in one sentence. */
export function useEntryWords(): (entry: TimelineEntry) => string {
  const t = useText()
  return (entry) => wordsOf(t, entry)
}
