import { lazy, Suspense } from 'react'
import { Invitation, type OpenedByInvitation } from '../../features/invitation/invitation.tsx'
import { usePlace, useRouter } from '../../shared/router/use-router.tsx'
import { clearSession, sessionToken, writeSession } from '../../shared/session/session-store.ts'
import { EntryFrame } from './entry-frame.tsx'
import type {} from '../frame/history-state.ts'

// The pages come when the address is proved.
const GuestDocument = lazy(() => import('./guest-document.tsx').then((module) => ({ default: module.GuestDocument })))

/** The way of somebody without an account: from the link in their mail to the one document that it is for. */
export function InvitationScreen() {
  const router = useRouter()
  const invitation = usePlace(({ state }) => state.invitation) ?? ''
  const invitedTo = usePlace(({ state }) => state.invitedTo)
  const search = usePlace((place) => place.search)
  const isCopy = usePlace(({ state }) => state.isCopy) ?? false
  const open = ({ token, docGuid, isCopy }: OpenedByInvitation) => {
    // Whoever was logged in here before is somebody else.
    clearSession()
    writeSession('token', token)
    writeSession('accessMethod', 'SSO')
    void router.navigate({ to: '/invitation', replace: true, state: { invitation, invitedTo: docGuid, isCopy } })
  }
  if (invitedTo !== undefined && sessionToken() !== null) {
    return (
      <Suspense>
        <GuestDocument docGuid={invitedTo} isCopy={isCopy} />
      </Suspense>
    )
  }
  return (
    <EntryFrame>
      <Invitation secret={invitation} search={search} onOpen={open} />
    </EntryFrame>
  )
}
