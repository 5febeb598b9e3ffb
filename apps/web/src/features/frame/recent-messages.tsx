import { Bell } from 'lucide-react'
import { useId, useRef } from 'react'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { linkClass } from '../../shared/ui/card.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { placeUnder } from '../../shared/ui/overlays/popover.ts'
import { TOAST_ICONS, ToastActions } from '../../shared/ui/overlays/toasts.tsx'
import { useToasts } from '../../shared/ui/overlays/toast-store.ts'
import styles from './recent-messages.module.css'

/** The last toasts, for whoever could not read them in three seconds. Absent while there is none. */
export function RecentMessages() {
  const t = useText()
  const formats = useFormats()
  const { recent } = useToasts()
  const id = useId()
  const bell = useRef<HTMLButtonElement>(null)
  if (recent.length === 0) return null
  const close = (button: HTMLElement) => {
    button.closest<HTMLElement>('[popover]')?.hidePopover()
    bell.current?.focus()
  }
  return (
    <>
      <button ref={bell} type="button" className={styles.bell} aria-label={t('header.messages')} popoverTarget={id}>
        <Bell size={18} aria-hidden />
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('header.messages')}
        tabIndex={-1}
        className={styles.popover}
        onBeforeToggle={(event) => bell.current && placeUnder(event.currentTarget, bell.current)}
        onToggle={(event) => event.newState === 'open' && event.currentTarget.focus()}
      >
        <h2>{t('header.messages')}</h2>
        <ul>
          {recent.map((toast) => {
            const Icon = TOAST_ICONS[toast.tone]
            return (
              <li key={toast.id} className={classNames(styles[toast.tone])}>
                <Icon size={18} aria-hidden />
                <span>
                  {toast.text}
                  {toast.actions.length > 0 && (
                    <span className={styles.actions}>
                      <ToastActions toast={toast} className={linkClass} onDone={close} />
                    </span>
                  )}
                </span>
                <time className="num" dateTime={toast.at.toISOString()}>
                  {formats.time(toast.at)}
                </time>
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}
