import { MAX_REJECTION_REASON } from '@rubrica/domain'
import { useText } from '../../../shared/i18n/use-text.ts'
import { TextAreaField } from '../../../shared/ui/fields/text-area-field.tsx'

interface ReasonFieldProps {
  /** Who reads it. */
  hint: string
  value: string
  onChange: (reason: string) => void
}

/** Why something is done to documents; it may be left empty. */
export function ReasonField({ hint, value, onChange }: ReasonFieldProps) {
  const t = useText()
  return (
    <TextAreaField
      rows={2}
      label={t('sent.withdraw.reason')}
      hint={hint}
      maxLength={MAX_REJECTION_REASON}
      value={value}
      onChange={onChange}
    />
  )
}

interface ReasonToThemProps extends Omit<ReasonFieldProps, 'hint'> {
  /** Of those who lose the document, and are told; empty where nobody has heard of it. */
  names: string
}

/** What those are told who lose the document by a change. */
export function ReasonToThem({ names, ...field }: ReasonToThemProps) {
  const t = useText()
  const hint = names === '' ? t('sent.withdraw.reasonHint') : t('sent.change.reasonHint', { name: names })
  return <ReasonField hint={hint} {...field} />
}
