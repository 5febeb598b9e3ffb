import type { DocumentState } from '@rubrica/domain'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Tag } from '../../../shared/ui/lists/tag.tsx'

/** The text and the colour of each state of a document. */
export const STATES = {
  open: { text: 'history.states.Open', tone: undefined },
  completed: { text: 'history.states.Completed', tone: 'good' },
  rejected: { text: 'history.states.Rejected', tone: 'bad' },
  expired: { text: 'history.states.Expired', tone: 'warn' },
  cancelled: { text: 'history.states.Cancelled', tone: undefined },
} as const satisfies Record<DocumentState, unknown>

export function StateTag({ state }: { state: DocumentState }) {
  const t = useText()
  const { text, tone } = STATES[state]
  return <Tag tone={tone}>{t(text)}</Tag>
}
