import { useQuery } from '@tanstack/react-query'
import { membershipsQuery, sendingOf } from '../../shared/api/memberships.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { NavLink } from '../frame/nav-link.tsx'

/** Leads who may send to what was sent; others see nothing of it, nor does anybody while that is not known. */
export function SentLink({ enabled }: { enabled: boolean }) {
  const t = useText()
  const { data: memberships = [] } = useQuery({ ...membershipsQuery(), enabled })
  if (sendingOf(memberships).length === 0) return null
  return <NavLink to="/sent">{t('header.sent')}</NavLink>
}
