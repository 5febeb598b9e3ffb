import { manifestOf } from '@rubrica/providers/manifests'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { forgetAwaySignature, type AwaySignature } from '../../../shared/session/away-signature.ts'
import { readSession } from '../../../shared/session/session-store.ts'
import { rememberUsed } from '../../../shared/subject/last-used.ts'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { pauseForDone } from '../../../shared/ui/status/pause-for-done.ts'
import type { ElsewhereFlow } from '../elsewhere-flow.ts'
import { AwaySteps } from './away-steps.tsx'
import { signingOf } from './depart.ts'
import { isGone, useTellAwayFailure } from './use-away-failure.ts'

const IVNOSYS = 'Ivnosys'

interface ReturnDialogProps {
  signature: AwaySignature
  onClose: () => void
  onSigned: () => void
  /** The document was signed, rejected or withdrawn before. */
  onGone: () => void
}

/** Goes on with a signature for which the browser has come back from its provider. */
export function ReturnDialog({ signature, onClose, onSigned, onGone }: ReturnDialogProps) {
  const t = useText()
  const [frame, setFrame] = useState<Parameters<ElsewhereFlow['onFrame']>[0]>({})
  const tellFailure = useTellAwayFailure()
  const { kind, transactionId, attemptKey, ...subject } = signature
  const [signing] = useState(() =>
    signingOf(subject, {
      asksPin: true,
      back: { kind, transactionId, attemptKey, token: readSession('awayToken') },
    }),
  )
  const end = (then: () => void) => {
    forgetAwaySignature()
    then()
  }
  const fail = (error: unknown) => {
    if (isGone(error)) return end(onGone)
    tellFailure(error)
    end(onClose)
  }
  const close = () => end(onClose)
  return (
    <Dialog open onClose={close} title={t('signing.progressTitle')} description={subject.fileName} {...frame}>
      <AwaySteps
        {...{ signing, alias: subject.alias, label: manifestOf(IVNOSYS)?.label ?? IVNOSYS }}
        confirmText={t('ivnosys.confirmPage')}
        onChooseAgain={null}
        onFrame={setFrame}
        onClose={close}
        onSigned={() => {
          rememberUsed(subject.certificateGuid)
          void pauseForDone().then(() => end(onSigned))
        }}
        onFailed={fail}
      />
    </Dialog>
  )
}
