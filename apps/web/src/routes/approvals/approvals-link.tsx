import { useQuery } from '@tanstack/react-query'
import { showApprovals } from '../../features/approvals/list/kept-choices.ts'
import { pendingApprovalsQuery } from '../../features/approvals/list/pending-approvals.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import styles from '../frame/header.module.css'
import { NavLink } from '../frame/nav-link.tsx'

/**
 * Leads to the approvals while there are any (spec §2). Whether there are is asked once after login and then follows
 * what is approved; a check that fails changes nothing on the screen.
 */
export function ApprovalsLink({ enabled }: { enabled: boolean }) {
  const t = useText()
  const formats = useFormats()
  const { data: approvals } = useQuery({ ...pendingApprovalsQuery(), staleTime: Number.POSITIVE_INFINITY, enabled })
  const shown = showApprovals.use()
  if (!shown) return null
  return (
    <NavLink to="/approvals">
      {t('header.approvals')}{' '}
      {approvals && (
        <span className={styles.badge}>
          <span aria-hidden>{formats.number(approvals.length)}</span>
          <span className="sr-only">{t('header.approvalsWaiting', { count: approvals.length })}</span>
        </span>
      )}
    </NavLink>
  )
}
