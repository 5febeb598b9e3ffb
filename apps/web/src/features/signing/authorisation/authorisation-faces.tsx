import { ApiError } from '@rubrica/contract'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import type { DialogFace } from '../../../shared/ui/overlays/dialog.tsx'
import type { AuthorisationStage } from './authorisation.ts'
import { BusyStatus } from '../../../shared/ui/status/busy-status.tsx'
import { isOfTheCertificates } from '../run/failure-scope.ts'
import { ToCertificates } from '../choice/no-certificate.tsx'
import { AuthenticatorChoice, ChallengeForm } from './second-factor.tsx'
import { useSignErrorText } from '../run/use-sign-error-text.ts'
import type { Signing } from '../use-signing.ts'

const PREPARING = {
  documents: 'signing.preparingDocuments',
  code: 'signing.preparingCode',
  factor: 'signing.preparingFactor',
} as const
const REFUSED = {
  documents: 'signing.refusedTitle',
  code: 'signing.refusedCodeTitle',
  factor: 'signing.refusedFactorTitle',
} as const

type Authorising = Pick<Signing, 'authorisation' | 'stage'>

/** It does not go on, with the way to begin anew. */
function useRefusedFace({ authorisation, stage }: Authorising, onClose: () => void): DialogFace {
  const t = useText()
  const failureText = useFailureText(useSignErrorText())
  const { what, error } = stage.at === 'refused' ? stage : { what: null, error: null }
  // As when the dialog is opened again right after the code of before.
  const isTooSoon = what === 'code' && error instanceof ApiError && error.code === 'RATE_LIMITED'
  return {
    title: t(what ? REFUSED[what] : 'signing.refusedTitle'),
    children: <Notice tone="bad">{isTooSoon ? t('signing.codeTooSoon') : failureText(error)}</Notice>,
    actions: (
      <>
        {/* Another button than that of before, which would keep its place without taking the focus. */}
        <Button key="refused" autoFocus onClick={onClose}>
          {t('common.close')}
        </Button>
        {isOfTheCertificates(error) ? (
          <ToCertificates />
        ) : (
          <Button kind="primary" onClick={() => void authorisation?.begin()}>
            {t('common.tryAgain')}
          </Button>
        )}
      </>
    ),
  }
}

/** What is typed is asked for beside what will be signed; once it is open, signing is at work. */
type Faces = Record<Exclude<AuthorisationStage['at'], 'asking' | 'open'>, DialogFace>

/**
 * What the dialog shows between the choice of the certificate and the question for PIN or code, and after it while a
 * phone is waited for.
 */
export function useAuthorisationFaces(authorising: Authorising, onClose: () => void): Faces {
  const t = useText()
  const { authorisation, stage } = authorising
  return {
    refused: useRefusedFace(authorising, onClose),
    preparing: {
      title: t('signing.preparingTitle'),
      children: stage.at === 'preparing' && <BusyStatus words={t(PREPARING[stage.what])} />,
      actions: <Button onClick={onClose}>{t('common.cancel')}</Button>,
    },
    authenticators: {
      title: t('signing.authenticatorTitle'),
      description: t('signing.authenticatorText'),
      children: stage.at === 'authenticators' && (
        <AuthenticatorChoice {...stage} onChoose={(id) => void authorisation?.choose(id)} onClose={onClose} />
      ),
    },
    challenge: {
      title: t('signing.challengeTitle'),
      description: t('signing.challengeText'),
      children: stage.at === 'challenge' && (
        <ChallengeForm {...stage} authorisation={authorisation} onClose={onClose} />
      ),
    },
    opening: {
      busy: true,
      title: t('signing.preparingTitle'),
      children: <BusyStatus words={t('signing.opening')} />,
    },
    waiting: {
      busy: true,
      title: t('signing.waitingTitle'),
      children: <BusyStatus words={t('signing.waiting')}>{t('signing.waitingText')}</BusyStatus>,
      actions: <Button onClick={() => authorisation?.stopWaiting()}>{t('common.cancel')}</Button>,
    },
  }
}
