import { ApiError } from '@rubrica/contract'
import type { ProviderManifest } from '@rubrica/providers/manifests'
import { ConsentError } from '../../shared/consent/consent-error.tsx'
import { ConsentSteps } from '../../shared/consent/consent-steps.tsx'
import { Consent } from '../../shared/consent/consent.ts'
import { openConsentTab } from '../../shared/consent/open-consent-tab.ts'
import { useConsent } from '../../shared/consent/use-consent.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { BusyStatus } from '../../shared/ui/status/busy-status.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { wait } from '../../shared/ui/status/wait.ts'
import { consentCalls } from './consent-calls.ts'
import type { StepProps } from './step-props.ts'
import { isRequestOver, useRequestErrorText } from './use-request-error-text.ts'

interface ConsentDialogProps extends StepProps {
  manifest: ProviderManifest
  onClose: () => void
}

/** The answer to an application with a certificate that the provider makes once the person has confirmed there. */
export function ConsentDialog(props: ConsentDialogProps) {
  const t = useText()
  const errorText = useRequestErrorText()
  const { request, password, manifest, onGranted, onPasswordRefused, onRefuse, onClose } = props
  const { label: provider } = manifest
  const { consent, stage } = useConsent(() => {
    const calls = consentCalls({ request, password, manifest, onGranted })
    return new Consent({
      ...calls,
      wait,
      openTab: () => openConsentTab(t('consent.asking', { provider })),
      onDone: () => undefined,
      onFailed: (error) => {
        if (!(error instanceof ApiError) || error.code !== 'INVALID_CREDENTIALS') return false
        onPasswordRefused(error)
        return true
      },
    })
  })
  const isBusy = stage.at === 'ended' || (stage.at === 'waiting' && stage.checking)
  if ('error' in stage && isRequestOver(stage.error)) {
    const actions = (
      <>
        <Button onClick={onClose}>{t('common.close')}</Button>
        <Button kind="primary" autoFocus onClick={onRefuse}>
          {t('authcerts.goBack', { host: request.RedirectHost })}
        </Button>
      </>
    )
    return (
      <Dialog open onClose={onClose} title={t('authcerts.notAuthorised')} actions={actions}>
        <ConsentError error={stage.error} errorText={errorText} />
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} busy={isBusy} title={t('signing.withWay', { way: provider })}>
      {stage.at === 'ended' ? (
        <BusyStatus words={t('signing.opening')} />
      ) : (
        <ConsentSteps {...{ consent, stage, provider, errorText, onClose }} />
      )}
    </Dialog>
  )
}
