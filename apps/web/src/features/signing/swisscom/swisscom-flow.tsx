import { useEffect } from 'react'
import { ConsentSteps } from '../../../shared/consent/consent-steps.tsx'
import { Consent } from '../../../shared/consent/consent.ts'
import { openConsentTab } from '../../../shared/consent/open-consent-tab.ts'
import { useConsent } from '../../../shared/consent/use-consent.ts'
import { isShownWithStatus } from '../../../shared/failures/shown-with-status.ts'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { OtherWayLink } from '../choice/other-way-link.tsx'
import { wait } from '../../../shared/ui/status/wait.ts'
import { acceptedFor } from '../before/accepted.ts'
import type { ElsewhereFlow } from '../elsewhere-flow.ts'
import { wayName } from '../choice/signing-ways.ts'
import { useSignErrorText } from '../run/use-sign-error-text.ts'
import { askSwisscom, completeSwisscom } from './swisscom-calls.ts'
import { endsHere } from './swisscom-failures.ts'

/** The signature of one document with a certificate that Swisscom makes for it, once the person has confirmed there. */
export function SwisscomFlow({ way, documents, accepted, onChooseAgain, onFrame, onClose, onEnd }: ElsewhereFlow) {
  const t = useText()
  const signErrorText = useSignErrorText()
  const reportFailure = useReportFailure(signErrorText)
  const provider = wayName(way)
  const guid = documents[0]!.SignerDTO.SignerGUID
  const { consent, stage } = useConsent(
    () =>
      new Consent({
        ask: (attemptKey) => askSwisscom(guid, { attemptKey, accepted: acceptedFor(accepted, guid) }),
        complete: (requestId) => completeSwisscom(guid, requestId),
        wait,
        openTab: () => openConsentTab(t('consent.asking', { provider })),
        onDone: () => onEnd({ signed: [guid], failed: [], end: { why: 'finished' } }),
        onFailed: (error) => {
          if (endsHere(error)) {
            onEnd({ signed: [], failed: [{ guid, error }], end: { why: 'finished' } })
            return true
          }
          // The dialog itself says that no answer came.
          if (isShownWithStatus(error)) reportFailure(error)
          return false
        },
      }),
  )
  const isCompleting = stage.at === 'waiting' && stage.checking
  useEffect(() => onFrame(isCompleting ? { busy: true } : {}), [isCompleting, onFrame])
  return (
    <ConsentSteps {...{ consent, stage, provider, onClose }} errorText={signErrorText}>
      <OtherWayLink words={t('signing.otherCertificate')} onChooseAgain={onChooseAgain} />
    </ConsentSteps>
  )
}
