import { Check } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { InvitationEnd } from '../../features/invitation/invitation-end.tsx'
import { guestSessionNow, type GuestSession } from '../../features/invitation/use-account-offer.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { clearSession } from '../../shared/session/session-store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { useIsNarrow } from '../../shared/ui/use-is-narrow.ts'
import { EntryFrame } from './entry-frame.tsx'
import { OneDocument, type DecisionMade } from './one-document.tsx'

export const AccountOffer = lazy(() =>
  import('../../features/invitation/account-offer.tsx').then((module) => ({ default: module.AccountOffer })),
)
export const GuestEvidence = lazy(() =>
  import('../../features/invitation/guest-evidence.tsx').then((module) => ({ default: module.GuestEvidence })),
)
const loadSignDialog = () => import('../../features/signing/guest/guest-sign-dialog.tsx')
export const GuestSignDialog = lazy(() => loadSignDialog().then((module) => ({ default: module.GuestSignDialog })))
export const prepareGuestSigning = () => void loadSignDialog().catch(() => undefined)

interface End {
  readonly how: DecisionMade | 'kept'
  readonly fileName: string
  readonly session: GuestSession | null
}

/** The way on from a document of which nothing is to be decided. */
function Done({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  const label = t('invitation.done')
  if (useIsNarrow()) return <IconButton icon={Check} label={label} onClick={onLeave} />
  return (
    <Button icon={Check} onClick={onLeave}>
      {label}
    </Button>
  )
}

/** What somebody without an account came for: the document with its decision, and that it is made. */
export function GuestDocument({ docGuid, isCopy }: { docGuid: string; isCopy: boolean }) {
  const t = useText()
  const [end, setEnd] = useState<End | null>(null)
  const finish = useCallback((how: End['how'], fileName: string) => {
    const session = guestSessionNow()
    // Whoever comes to this browser next finds nobody.
    clearSession()
    setEnd({ how, fileName, session })
  }, [])
  if (end) {
    const { how, session } = end
    return (
      <EntryFrame>
        <InvitationEnd {...end}>
          {session && (
            <Suspense>
              {(how === 'signed' || how === 'rejected') && <GuestEvidence {...{ session, docGuid }} />}
              <AccountOffer session={session} />
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
      back={isCopy ? <Done onLeave={() => finish('kept', '')} /> : null}
      signing={(signing) => <GuestSignDialog {...signing} />}
      onPrepare={prepareGuestSigning}
      onEnd={finish}
    />
  )
}
