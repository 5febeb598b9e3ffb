import { ArrowLeft } from 'lucide-react'
import { lazy, useCallback, useState } from 'react'
import { LinkEnd, type LinkOutcome } from '../../features/signing-link/link-end.tsx'
import { compareView } from '../../features/signatures/signature-views.tsx'
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
import { GuestSignDialog, prepareGuestSigning } from './guest-document.tsx'
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

/** Forgets the session here, and ends it unless a window and its frame share it: it is over soon by itself then. */
function leave(): void {
  const token = sessionToken()
  if (token !== null && !keptLink()?.sharesSession) revoke(token)
  forgetPerson()
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
  const [outcome, setOutcome] = useState<LinkOutcome | null>(null)
  const finish = useCallback(
    (how: DecisionMade | 'later', fileName: string) => {
      leave()
      setOutcome(how === 'over' ? { how, link } : { how, link, fileName })
    },
    [link],
  )
  const transactionId = usePlace(({ state }) => state.resume)
  const [errand, setErrand] = useState(() => (transactionId === undefined ? null : keptErrand(transactionId)))
  if (outcome) {
    return (
      <EntryFrame>
        <LinkEnd {...outcome} />
      </EntryFrame>
    )
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
