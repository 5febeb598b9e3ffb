import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { CertificatesPanel } from '../features/certificates/certificates-panel.tsx'
import type {} from './history-state.ts'

const route = getRouteApi('/shell/certificates')

export function CertificatesScreen() {
  const { ivnosysAuthorization } = route.useSearch()
  const told = useLocation({ select: ({ state }) => state.told })
  const navigate = useNavigate()
  // A reload does not say it again.
  const remember = () =>
    void navigate({ to: '/certificates', search: { ivnosysAuthorization }, state: { told: true }, replace: true })
  const authorised = ivnosysAuthorization && !told ? 'Ivnosys' : null
  return <CertificatesPanel authorised={authorised} onTold={remember} />
}
