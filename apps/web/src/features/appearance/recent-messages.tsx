import { Bell } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { TOAST_ICONS } from '../../shared/ui/toasts.tsx'
import { useToasts } from '../../shared/ui/toast-store.ts'
import styles from './recent-messages.module.css'

/** The last toasts, for whoever could not read them in three seconds. Absent while there is none. */
export function RecentMessages() {
  const t = useText()
  const formats = useFormats()
  const { recent } = useToasts()
  if (recent.length === 0) return null
  return (
    <DialogTrigger>
      <AriaButton className={styles.bell} aria-label={t('header.messages')}>
        <Bell size={18} aria-hidden />
      </AriaButton>
      <Popover placement="bottom end" className={styles.popover}>
        <Dialog className={styles.list} aria-label={t('header.messages')}>
          <h2>{t('header.messages')}</h2>
          <ul>
            {recent.map((toast) => {
              const Icon = TOAST_ICONS[toast.tone]
              return (
                <li key={toast.id} className={classNames(styles[toast.tone])}>
                  <Icon size={18} aria-hidden />
                  <span>{toast.text}</span>
                  <time className="num" dateTime={toast.at.toISOString()}>
                    {formats.time(toast.at)}
                  </time>
                </li>
              )
            })}
          </ul>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
