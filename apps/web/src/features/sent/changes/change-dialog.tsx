import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'

interface ChangeDialogProps {
  title: string
  description?: string | undefined
  confirm: string
  /** What it does cannot be undone. */
  isFinal?: boolean
  isBusy: boolean
  /** Nothing is chosen yet. */
  isIncomplete?: boolean
  problem: string | undefined
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

/** A form for one change of a sent document. */
export function ChangeDialog(props: ChangeDialogProps) {
  const {
    title,
    description,
    confirm,
    isFinal = false,
    isBusy,
    isIncomplete = false,
    problem,
    onClose,
    onConfirm,
    children,
  } = props
  const t = useText()
  return (
    <Dialog
      open
      busy={isBusy}
      onClose={onClose}
      title={title}
      description={description}
      onSubmit={() => {
        if (!isBusy && !isIncomplete) onConfirm()
      }}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind={isFinal ? 'danger' : 'primary'} busy={isBusy} disabled={isIncomplete}>
            {confirm}
          </Button>
        </>
      }
    >
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      {children}
    </Dialog>
  )
}
