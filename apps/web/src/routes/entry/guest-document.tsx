import { lazy, useCallback, useState } from 'react'
import { InvitationEnd } from '../../features/invitation/invitation-end.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { clearSession } from '../../shared/session/session-store.ts'
import { EntryFrame } from './entry-frame.tsx'
import { OneDocument, type DecisionMade } from './one-document.tsx'

const loadSignDialog = () => import('../../features/signing/guest/guest-sign-dialog.tsx')
export const GuestSignDialog = lazy(() => loadSignDialog().then((module) => ({ default: module.GuestSignDialog })))
export const prepareGuestSigning = () => void loadSignDialog().catch(() => undefined)

interface End {
  readonly how: DecisionMade
  readonly fileName: string
}

/** What somebody without an account came for: the document with its decision, and that it is made. */
export function GuestDocument({ docGuid }: { docGuid: string }) {
  const t = useText()
  const [end, setEnd] = useState<End | null>(null)
  const finish = useCallback((how: DecisionMade, fileName: string) => {
    clearSession()
    setEnd({ how, fileName })
  }, [])
  if (end) {
    return (
      <EntryFrame>
        <InvitationEnd {...end} />
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
