import { ArrowRight } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { LookedUpCode } from '../../shared/api/verification.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import styles from './verify.module.css'

interface HolderFormProps {
  question: LookedUpCode['Question']
  busy: boolean
  onAnswer: (answer: string) => void
}

/** Asks for what only who had to do with the document knows, where its sender wants that. */
export function HolderForm({ question, busy, onAnswer }: HolderFormProps) {
  const t = useText()
  const [value, setValue] = useState('')
  if (question === 'none') return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() !== '' && !busy) onAnswer(value.trim())
  }
  return (
    <form className={styles.part} noValidate onSubmit={submit}>
      <p>{t('verify.holder.text')}</p>
      {question === 'later' && <Notice tone="bad">{t('verify.holder.later')}</Notice>}
      <TextField
        label={t('verify.holder.label')}
        error={question === 'wrong' ? t('verify.holder.wrong') : undefined}
        value={value}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        onChange={setValue}
      />
      <div className={styles.actions}>
        <Button type="submit" icon={ArrowRight} busy={busy}>
          {t('verify.holder.submit')}
        </Button>
      </div>
    </form>
  )
}
