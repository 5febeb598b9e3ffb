import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Invitation } from '../../features/invitation/invitation.tsx'
import { LinkEnd } from '../../features/signing-link/link-end.tsx'
import { OpenSigningLink, type Opened } from '../../features/signing-link/open-signing-link.tsx'
import { clearSession, readSession, sessionToken, writeSession } from '../../shared/session/session-store.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePlace, useRouter } from '../../shared/router/use-router.tsx'
import { askOpener } from '../../shared/consent/own-window.ts'
import { keepLink, keptLink, type SigningLink } from '../../shared/session/signing-link.ts'
import { BusyStatus } from '../../shared/ui/status/busy-status.tsx'
import { EntryFrame } from './entry-frame.tsx'
import type {} from '../frame/history-state.ts'

// The pages come when the link is used up.
const LinkedDocument = lazy(() =>
  import('./linked-document.tsx').then((module) => ({ default: module.LinkedDocument })),
)

/** Begins what a link has opened; whoever was logged in here before is somebody else. */
function begin(link: SigningLink, token?: string): void {
  const environment = readSession('environment')
  clearSession()
  if (environment !== null) writeSession('environment', environment)
  keepLink(link)
  if (token === undefined) return
  writeSession('token', token)
  writeSession('accessMethod', 'SSO')
}

const Framed = ({ children }: { children: ReactNode }) => <EntryFrame>{children}</EntryFrame>

/** The way of somebody whom a program leads here: from its link to one document, and back. */
export function SignLinkScreen({ params: { link: id } }: { params: { link: string } }) {
  const router = useRouter()
  const { linkSecret, linkEnd, invitation } = usePlace(({ state }) => state)
  const search = usePlace((place) => place.search)
  const kept = keptLink()
  const link = kept?.id === id ? kept : null
  const goOn = (state: { invitation?: string } = {}) =>
    void router.navigate({ to: '/sign/$link', params: { link: id }, replace: true, state })
  if (link && linkEnd !== undefined) return <Framed>{<LinkEnd how="ended" link={link} />}</Framed>
  if (link && sessionToken() !== null && linkSecret === undefined) {
    return (
      <Suspense>
        <LinkedDocument link={link} />
      </Suspense>
    )
  }
  if (link && invitation !== undefined) {
    const proved = ({ token }: { token: string }) => {
      begin(link, token)
      goOn()
    }
    return (
      <Framed>
        <Invitation secret={invitation} search={search} onOpen={proved} />
      </Framed>
    )
  }
  if (linkSecret === undefined) {
    return (
      <Framed>
        <TakeOver
          id={id}
          onHanded={({ link: handed, token }) => {
            begin(handed, token)
            goOn()
          }}
        />
      </Framed>
    )
  }
  const opened = (found: Opened) => {
    begin(found.link, 'token' in found ? found.token : undefined)
    goOn('invitation' in found ? { invitation: found.invitation } : {})
  }
  return (
    <Framed>
      <OpenSigningLink id={id} secret={linkSecret} search={search} onOpen={opened} />
    </Framed>
  )
}

const PATIENCE_MS = 5000

interface TakeOverProps {
  id: string
  onHanded: (handed: { token: string; link: SigningLink }) => void
}

/** Takes the session of the frame that has opened this window; there is nothing here without one. */
function TakeOver({ id, onHanded }: TakeOverProps) {
  const t = useText()
  const [isAsking, setAsking] = useState(window.opener !== null)
  const ask = useEffectEvent(() => {
    if (!isAsking) return undefined
    const timer = setTimeout(() => setAsking(false), PATIENCE_MS)
    const stop = askOpener((handed) => {
      if (handed.link.id === id) onHanded(handed)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  })
  useEffect(() => ask(), [])
  return isAsking ? <BusyStatus words={t('signingLink.opening')} /> : <LinkEnd how="unknown" />
}
