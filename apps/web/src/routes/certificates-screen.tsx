import { TOAST_MS } from '@rubrica/domain'
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { CertificatesPanel } from '../features/certificates/certificates-panel.tsx'
import type {} from './history-state.ts'

const route = getRouteApi('/shell/certificates')

export function CertificatesScreen() {
  const search = route.useSearch()
  const account = search.ivnosysAuthorization ? 'Ivnosys' : (search.authorised ?? null)
  const told = useLocation({ select: ({ state }) => state.told === true })
  const navigate = useNavigate()
  const remember = (kept: Partial<typeof search>) =>
    void navigate({ to: '/certificates', search: kept, state: { told: true }, replace: true })
  const forget = useEffectEvent(() => remember({}))
  const isOver = account !== null && told
  // The address of the specification stays as long as its message; whoever keeps the address later keeps none.
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => forget(), TOAST_MS)
    return () => clearTimeout(timer)
  }, [isOver])
  // A reload does not say it again.
  return <CertificatesPanel authorised={told ? null : account} onTold={() => remember(search)} />
}
