import { lazy, Suspense, useCallback, useState } from 'react'
import type { GuestSession } from '../../features/invitation/account-offer.tsx'
import { InvitationEnd } from '../../features/invitation/invitation-end.tsx'
import { environmentNow } from '../../shared/api/environment.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { clearSession, sessionToken } from '../../shared/session/session-store.ts'
import { EntryFrame } from './entry-frame.tsx'
import { OneDocument, type DecisionMade } from './one-document.tsx'

const AccountOffer = lazy(() =>
  import('../../features/invitation/account-offer.tsx').then((module) => ({ default: module.AccountOffer })),
)
const loadSignDialog = () => import('../../features/signing/guest/guest-sign-dialog.tsx')
export const GuestSignDialog = lazy(() => loadSignDialog().then((module) => ({ default: module.GuestSignDialog })))
export const prepareGuestSigning = () => void loadSignDialog().catch(() => undefined)

interface End {
  readonly how: DecisionMade
  readonly fileName: string
  readonly session: GuestSession | null
}

/** What somebody without an account came for: the document with its decision, and that it is made. */
export function GuestDocument({ docGuid }: { docGuid: string }) {
  const t = useText()
  const [end, setEnd] = useState<End | null>(null)
  const finish = useCallback((how: DecisionMade, fileName: string) => {
    const token = sessionToken()
    const session = token === null ? null : { token, environment: environmentNow() }
    // Whoever comes to this browser next finds nobody.
    clearSession()
    setEnd({ how, fileName, session })
  }, [])
  if (end) {
    return (
      <EntryFrame>
        <InvitationEnd {...end}>
          {end.session && (
            <Suspense>
              <AccountOffer session={end.session} />
            </Suspense>
          )}
        </InvitationEnd>
      </EntryFrame>
    )
  }
  return (
    <OneDocument
      docGuid={docGuid}
      alone={t('invitation.signsWith')}
      back={null}
      signing={(signing) => <GuestSignDialog {...signing} />}
      onPrepare={prepareGuestSigning}
      onEnd={finish}
    />
  )
}
