import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useText } from '../../i18n/use-text.ts'
import { classNames } from '../class-names.ts'
import { CONTENT_ID } from '../focus/content-id.ts'
import { IconButton } from '../icon-button.tsx'
import { useIsToastPlace } from './toast-place.ts'
import { toastStore, useToasts, type Toast, type ToastTone } from './toast-store.ts'
import styles from './toasts.module.css'

export const TOAST_ICONS = { success: CircleCheck, error: CircleAlert, info: Info } as const satisfies Record<
  ToastTone,
  unknown
>

/** What can have the focus in a dialog. */
const FOCUSABLE = ':is(input, select, textarea, button, a[href], [tabindex]):not(:disabled)'

/** Puts a toast away; the focus that its button had goes on to the screen or its dialog, or it would be nowhere. */
function dismiss(id: number, button: HTMLElement): void {
  const dialog = button.closest('dialog')
  const next = dialog ? dialog.querySelector<HTMLElement>(FOCUSABLE) : document.getElementById(CONTENT_ID)
  if (document.activeElement === button) next?.focus({ preventScroll: true })
  toastStore.dismiss(id)
}

interface ToastActionsProps {
  toast: Toast
  className: string | undefined
  onDone: (button: HTMLElement) => void
}

/** What can be done about a message; once it is, the message has nothing more to say. */
export function ToastActions({ toast, className, onDone }: ToastActionsProps) {
  return toast.actions.map(({ label, run }) => (
    <button
      key={label}
      type="button"
      className={className}
      onClick={({ currentTarget }) => {
        onDone(currentTarget)
        run()
      }}
    >
      {label}
    </button>
  ))
}

/**
 * The toasts, on the screen or over a dialog. Their clocks stand still while one is pointed at or holds focus. A dialog
 * may have a status of its own: what is said over it is a live region without that role.
 */
export function Toasts({ inDialog = false }: { inDialog?: boolean }) {
  const t = useText()
  const toasts = useToasts()
  const showing = useIsToastPlace(inDialog) ? toasts.showing : []
  return (
    <div
      className={classNames(styles.toasts, inDialog && styles.inDialog)}
      role={inDialog ? undefined : 'status'}
      aria-live="polite"
      onPointerEnter={toastStore.pause}
      onPointerLeave={toastStore.resume}
      onFocus={toastStore.pause}
      onBlur={toastStore.resume}
    >
      {showing.map((toast) => {
        const Icon = TOAST_ICONS[toast.tone]
        return (
          <div key={toast.id} className={classNames(styles.toast, styles[toast.tone])}>
            <Icon size={20} aria-hidden />
            <span>{toast.text}</span>
            {toast.actions.length > 0 && (
              <span className={styles.actions}>
                <ToastActions toast={toast} className={styles.action} onDone={(button) => dismiss(toast.id, button)} />
              </span>
            )}
            <IconButton
              icon={X}
              label={t('common.dismiss')}
              onClick={({ currentTarget }) => dismiss(toast.id, currentTarget)}
            />
          </div>
        )
      })}
    </div>
  )
}
