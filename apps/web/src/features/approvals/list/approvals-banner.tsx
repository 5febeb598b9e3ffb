import { X } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { useFocusRescue } from '../../../shared/ui/focus/use-focus-rescue.ts'
import styles from './approvals.module.css'
import { isBannerClosed } from './kept-choices.ts'

/** Says that approvals are pending. Once closed it stays away for the rest of the session. */
export function ApprovalsBanner() {
  const t = useText()
  const closed = isBannerClosed.use()
  useFocusRescue(closed ? 0 : 1)
  if (closed) return null
  return (
    <aside className={styles.banner} aria-label={t('header.approvals')}>
      <Notice tone="warn">{t('approvals.banner')}</Notice>
      <IconButton icon={X} label={t('approvals.closeBanner')} onClick={() => isBannerClosed.write(true)} />
    </aside>
  )
}
