import { TOAST_MS } from '@rubrica/domain'
import { useEffect, useEffectEvent } from 'react'
import { CertificatesPanel } from '../../features/certificates/certificates-panel.tsx'
import { usePlace, useRouter } from '../../shared/router/use-router.tsx'
import type {} from '../frame/history-state.ts'

interface CertificatesSearch {
  readonly ivnosysAuthorization: true | undefined
  readonly authorised: string | undefined
}

export function CertificatesScreen({ search }: { search: CertificatesSearch }) {
  const account = search.ivnosysAuthorization ? 'Ivnosys' : (search.authorised ?? null)
  const reported = usePlace(({ state }) => state.reported === true)
  const router = useRouter()
  const remember = (kept: Partial<CertificatesSearch>) =>
    void router.navigate({ to: '/certificates', search: kept, state: { reported: true }, replace: true })
  const forget = useEffectEvent(() => remember({}))
  const isOver = account !== null && reported
  // The address of the specification stays as long as its message; whoever keeps the address later keeps none.
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => forget(), TOAST_MS)
    return () => clearTimeout(timer)
  }, [isOver])
  // A reload does not say it again.
  return <CertificatesPanel authorised={reported ? null : account} onReported={() => remember(search)} />
}
