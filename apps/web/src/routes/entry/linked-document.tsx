import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { guestSessionNow, useAccountOffer, type GuestSession } from '../../features/invitation/use-account-offer.ts'
import { LinkEnd, type LinkOutcome } from '../../features/signing-link/link-end.tsx'
import { compareView } from '../../features/signatures/signature-views.tsx'
import { isFramed } from '../../shared/consent/own-window.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePlace } from '../../shared/router/use-router.tsx'
import { keptErrand } from '../../shared/session/errand.ts'
import { forgetPerson, revoke } from '../../shared/session/leaving/log-out.ts'
import { sessionToken } from '../../shared/session/session-store.ts'
import { keptLink, type SigningLink } from '../../shared/session/signing-link.ts'
import { Button } from '../../shared/ui/button.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { useIsNarrow } from '../../shared/ui/use-is-narrow.ts'
import { EntryFrame } from './entry-frame.tsx'
import { AccountOffer, GuestEvidence, GuestSignDialog, prepareGuestSigning } from './guest-document.tsx'
import { OneDocument, type DecisionMade, type SigningProps } from './one-document.tsx'
import type {} from '../frame/history-state.ts'

const loadSignDialog = () => import('../../features/signing/sign-dialog.tsx')
const SignDialog = lazy(() => loadSignDialog().then((module) => ({ default: module.SignDialog })))
const ReturnDialog = lazy(() =>
  import('../../features/signing/ivnosys/return-dialog.tsx').then((module) => ({ default: module.ReturnDialog })),
)
const prepareSigning = () => void loadSignDialog().catch(() => undefined)

/** Signs with a certificate of the person's own. */
function OwnSigning({ document, onClose, onSigned, onGone }: SigningProps) {
  return (
    <SignDialog
      documents={[document]}
      place="detail"
      compare={compareView}
      onDone={({ signed }) => (signed.length > 0 ? onSigned() : onClose())}
      {...{ onClose, onGone }}
    />
  )
}

/**
 * Forgets the session here, and ends it unless a window and its frame share it, which is over soon by itself, or an
 * account may be made in it, which ends with the way back.
 * @returns the session in which an account may be made
 */
function leave(link: SigningLink, how: DecisionMade | 'later'): GuestSession | null {
  // In a frame nobody can see whose page asks for a password.
  const isOwnPage = !isFramed() && !link.isOwnWindow
  const session = link.isGuest && isOwnPage && (how === 'signed' || how === 'rejected') ? guestSessionNow() : null
  const token = sessionToken()
  if (token !== null && !session && !keptLink()?.sharesSession) revoke(token)
  forgetPerson()
  return session
}

/** The end of what a guest has decided: an account where one is offered, else at once the way back. */
function GuestLinkEnd({ outcome, session }: { outcome: LinkOutcome; session: GuestSession }) {
  const { data, isPending } = useAccountOffer(session)
  const [wasOffered, setOffered] = useState(false)
  // It stays so when another tab makes the account meanwhile: this one says so.
  if (data?.State === 'offered' && !wasOffered) setOffered(true)
  return (
    <LinkEnd {...outcome} stays={isPending || wasOffered} onLeave={() => revoke(session.token, session.environment)}>
      {wasOffered && (
        <Suspense>
          {outcome.how !== 'unknown' && <GuestEvidence session={session} docGuid={outcome.link.docGuid} />}
          <AccountOffer session={session} />
        </Suspense>
      )}
    </LinkEnd>
  )
}

/** The way out without a decision. */
function Later({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  const label = t('signingLink.later')
  if (useIsNarrow()) return <IconButton icon={ArrowLeft} label={label} onClick={onLeave} />
  return (
    <Button icon={ArrowLeft} onClick={onLeave}>
      {label}
    </Button>
  )
}

/** The document that somebody came for by the link of a program, and the way back. */
export function LinkedDocument({ link }: { link: SigningLink }) {
  const t = useText()
  const [end, setEnd] = useState<{ outcome: LinkOutcome; session: GuestSession | null } | null>(null)
  const finish = useCallback(
    (how: DecisionMade | 'later', fileName: string) => {
      const session = leave(link, how)
      setEnd({ session, outcome: how === 'over' ? { how, link } : { how, link, fileName } })
    },
    [link],
  )
  const transactionId = usePlace(({ state }) => state.resume)
  const [errand, setErrand] = useState(() => (transactionId === undefined ? null : keptErrand(transactionId)))
  if (end) {
    const { outcome, session } = end
    return <EntryFrame>{session ? <GuestLinkEnd {...{ outcome, session }} /> : <LinkEnd {...outcome} />}</EntryFrame>
  }
  return (
    <OneDocument
      docGuid={link.docGuid}
      alone={t(link.isGuest ? 'invitation.signsWith' : 'viewer.chooseCertificate')}
      back={<Later onLeave={() => finish('later', '')} />}
      signing={(signing) => (link.isGuest ? <GuestSignDialog {...signing} /> : <OwnSigning {...signing} />)}
      onPrepare={link.isGuest ? prepareGuestSigning : prepareSigning}
      resumed={
        errand && (
          <ReturnDialog
            signature={errand}
            onClose={() => setErrand(null)}
            onSigned={() => finish('signed', errand.fileName)}
            onGone={() => finish('over', '')}
          />
        )
      }
      onEnd={finish}
    />
  )
}
