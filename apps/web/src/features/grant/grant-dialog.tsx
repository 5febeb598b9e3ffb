import { Check, ShieldCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { fieldOf, ProofFields, type Asked } from '../../shared/proof/proof-fields.tsx'
import { answersAfter, NO_ANSWERS, type StepAnswers } from '../../shared/proof/step-answers.ts'
import { useStage } from '../../shared/steps/use-stage.ts'
import { BusyStatus } from '../../shared/ui/status/busy-status.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { DialogActions } from '../../shared/ui/overlays/dialog-actions.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import type { AnsweringCertificate } from './answering-certificates.ts'
import styles from './grant.module.css'
import type { CheckedRequest } from './checked-request.ts'
import type { Grant, GrantStage } from './grant.ts'
import { isRequestOver, useRequestErrorText } from './use-request-error-text.ts'

interface FaceProps {
  grant: Grant
  request: CheckedRequest
  answering: AnsweringCertificate
  onClose: () => void
  /** Leads back to the application without an answer. */
  onRefuse: () => void
}

interface Typed {
  answers: StepAnswers
  onAnswer: (part: Partial<StepAnswers>) => void
}

/** What the person types, as long as the dialog is open; an error forgets what it is about. */
function useTyped(stage: GrantStage): Typed {
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const error = 'error' in stage ? stage.error : null
  const [reported, setReported] = useState<unknown>(null)
  if (reported !== error) {
    setReported(error)
    if (error !== null) setAnswers(answersAfter(error, answers))
  }
  return { answers, onAnswer: (part) => setAnswers({ ...answers, ...part }) }
}

function Chosen({ answering }: Pick<FaceProps, 'answering'>) {
  const t = useText()
  return (
    <div className={styles.chosen}>
      <ShieldCheck size={20} aria-hidden />
      <span>
        <span className="sr-only">{t('signing.withCertificate')}</span>
        <strong>{answering.certificate.certalias}</strong>
        <span className="muted">{answering.manifest.label}</span>
      </span>
    </div>
  )
}

/** What the certificate asks for, or that the phone will ask, and the button that authorises. */
function AskingForm({ grant, answering, onClose, asked, answers, onAnswer }: FaceProps & Typed & { asked: Asked }) {
  const t = useText()
  const errorText = useRequestErrorText()
  const { inputs, error, sending } = asked
  const ready = inputs.every((input) => answers[input] !== '') && !sending
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void grant.authorise(answers)
      }}
    >
      {error !== null && fieldOf(error) === null && <Notice tone="bad">{errorText(error)}</Notice>}
      <Chosen answering={answering} />
      {inputs.length === 0 && <p>{t('authcerts.phoneText')}</p>}
      <ProofFields
        asked={asked}
        answers={answers}
        onAnswer={onAnswer}
        errorText={errorText}
        onResend={() => grant.resendCode()}
      />
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" icon={Check} disabled={!ready} autoFocus={inputs.length === 0}>
          {t('authcerts.authorise')}
        </Button>
      </DialogActions>
    </form>
  )
}

interface Face {
  readonly title: string
  readonly busy?: boolean
  readonly children: ReactNode
  readonly actions?: ReactNode
}

/** What stands in the dialog while nothing can be typed. */
function useWaitingFaces({ grant, onClose }: FaceProps): Record<'sending' | 'opening' | 'waiting' | 'granted', Face> {
  const t = useText()
  const opening = {
    busy: true,
    title: t('authcerts.authorising'),
    children: <BusyStatus words={t('signing.opening')} />,
  }
  return {
    sending: {
      title: t('authcerts.authorising'),
      children: <BusyStatus words={t('signing.preparingCode')} />,
      actions: <Button onClick={onClose}>{t('common.cancel')}</Button>,
    },
    opening,
    granted: opening,
    waiting: {
      busy: true,
      title: t('signing.waitingTitle'),
      children: <BusyStatus words={t('signing.waiting')}>{t('authcerts.waitingText')}</BusyStatus>,
      actions: <Button onClick={() => grant.stopWaiting()}>{t('common.cancel')}</Button>,
    },
  }
}

function useRefusedFace({ grant, request, onClose, onRefuse }: FaceProps, error: unknown): Face {
  const t = useText()
  const errorText = useRequestErrorText()
  return {
    title: t('authcerts.notAuthorised'),
    children: <Notice tone="bad">{errorText(error)}</Notice>,
    actions: (
      <>
        <Button autoFocus onClick={onClose}>
          {t('common.close')}
        </Button>
        {isRequestOver(error) ? (
          <Button kind="primary" onClick={onRefuse}>
            {t('authcerts.goBack', { host: request.RedirectHost })}
          </Button>
        ) : (
          <Button kind="primary" onClick={() => void grant.begin()}>
            {t('common.tryAgain')}
          </Button>
        )}
      </>
    ),
  }
}

function useFace(props: FaceProps, stage: GrantStage): Face {
  const t = useText()
  const typed = useTyped(stage)
  const waiting = useWaitingFaces(props)
  const refused = useRefusedFace(props, stage.at === 'refused' ? stage.error : null)
  if (stage.at === 'refused') return refused
  if (stage.at !== 'asking') return waiting[stage.at]
  return { title: t('authcerts.proofTitle'), children: <AskingForm {...props} {...typed} asked={stage} /> }
}

/** One dialog from the chosen certificate to the answer that the application is given. */
export function GrantDialog(props: FaceProps) {
  const { grant, onClose } = props
  const stage = useStage(grant, null)
  return <Dialog open onClose={onClose} {...useFace(props, stage)} />
}
