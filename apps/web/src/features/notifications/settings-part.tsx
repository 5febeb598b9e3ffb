import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { noticesQuery } from './notice-calls.ts'
import styles from './notifications.module.css'

interface SettingsPartProps {
  /** Of its heading. */
  id: string
  title: string
  text: string
  /** On the button that keeps what was chosen. */
  save: string
  /** Said once it is kept. */
  saved: string
  /** Something in it makes no sense. */
  isWrong?: boolean
  onSave: () => Promise<unknown>
  children: ReactNode
}

/** One card of the screen whose fields are kept together by a press. */
export function SettingsPart({ id, title, text, save, saved, isWrong = false, onSave, children }: SettingsPartProps) {
  const failureText = useFailureText()
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: onSave,
    onSuccess: () => showToast('success', saved),
    onSettled: () => client.invalidateQueries(noticesQuery),
  })
  return (
    <Card className={styles.part} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>{title}</h2>
        <p className="muted">{text}</p>
      </div>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending && !isWrong) saving.mutate()
        }}
      >
        {children}
        {saving.error && <Notice tone="bad">{failureText(saving.error)}</Notice>}
        <div className={styles.acts}>
          <Button type="submit" busy={saving.isPending}>
            {save}
          </Button>
        </div>
      </form>
    </Card>
  )
}
