import { PenLine } from 'lucide-react'
import { useEffect, useState, type ReactNode, useEffectEvent } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { AskPin } from '../../../shared/proof/ask-pin.tsx'
import { useStage } from '../../../shared/steps/use-stage.ts'
import { BusyStatus } from '../../../shared/ui/status/busy-status.tsx'
import { ProgressStatus } from '../../../shared/ui/status/progress-status.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { DialogActions } from '../../../shared/ui/overlays/dialog-actions.tsx'
import { ChosenCertificate } from '../choice/chosen-certificate.tsx'
import type { ElsewhereFlow } from '../elsewhere-flow.ts'
import styles from '../signing.module.css'
import type { IvnosysEnds, IvnosysSigning, IvnosysStage } from './ivnosys-signing.ts'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'

/** The button Back brings this page back as it was left: what went on there is over. */
function useComingBack(hasLeft: boolean, onBack: () => void): void {
  const t = useText()
  const report = useEffectEvent(() => {
    showToast('info', t('ivnosys.cameBack'))
    onBack()
  })
  useEffect(() => {
    if (!hasLeft) return
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) report()
    }
    window.addEventListener('pageshow', show)
    return () => window.removeEventListener('pageshow', show)
  }, [hasLeft])
}

interface IvnosysStepsProps extends Pick<ElsewhereFlow, 'onChooseAgain' | 'onFrame' | 'onClose'>, IvnosysEnds {
  readonly signing: IvnosysSigning
  readonly alias: string
  readonly label: string
  /** What happens once the person says so, where they are asked. */
  readonly confirmText?: string
}

const BUSY: readonly IvnosysStage['at'][] = ['phone', 'working']

/** What the dialog is called, and whether it must not be closed. */
function useFrame(stage: IvnosysStage, onFrame: IvnosysStepsProps['onFrame']): void {
  const t = useText()
  const { at } = stage
  const isDone = at === 'working' && stage.done
  useEffect(() => {
    const titles = {
      confirming: t('ivnosys.confirmTitle'),
      beginning: t('signing.preparingTitle'),
      asking: t('signing.pinTitle'),
      phone: t('signing.waitingTitle'),
      leaving: t('ivnosys.leavingTitle'),
      working: t(isDone ? 'signing.doneTitle' : 'signing.progressTitle'),
    }
    onFrame({ title: titles[at], busy: BUSY.includes(at) })
  }, [at, isDone, onFrame, t])
  useEffect(() => () => onFrame({}), [onFrame])
}

/** That the signature is being made, or is there. */
function SigningProgress({ done }: { done: boolean }) {
  const t = useText()
  const words = t(done ? 'signing.done' : 'signing.progress', { current: 1, total: 1 })
  return (
    <ProgressStatus focused words={words} value={done ? 1 : 0} max={1} working={!done}>
      {!done && <p className="muted">{t('signing.progressText')}</p>}
    </ProgressStatus>
  )
}

/** The stages of one signature with Ivnosys, as the content of a dialog. */
export function IvnosysSteps(props: IvnosysStepsProps) {
  const t = useText()
  const { signing, alias, label, onChooseAgain, onFrame, onClose } = props
  const { onSigned, onFailed } = props
  const stage = useStage(signing, { onSigned, onFailed })
  useFrame(stage, onFrame)
  useComingBack(stage.at === 'leaving', onClose)
  const certificate = <ChosenCertificate {...{ alias, label }} onChange={onChooseAgain} />
  const cancel = <Button onClick={onClose}>{t('common.cancel')}</Button>
  if (stage.at === 'working') return <SigningProgress done={stage.done} />
  if (stage.at === 'asking') {
    return <PinForm {...{ certificate, cancel }} onPin={(pin) => void signing.enterPin(pin)} />
  }
  if (stage.at === 'confirming') {
    return (
      <>
        {certificate}
        <p>{props.confirmText}</p>
        <DialogActions>
          {cancel}
          <Button kind="primary" autoFocus onClick={() => void signing.confirm()}>
            {t('signing.next')}
          </Button>
        </DialogActions>
      </>
    )
  }
  return <Waiting at={stage.at} onCancel={onClose} />
}

const WAITS = {
  beginning: ['ivnosys.asking', undefined],
  phone: ['signing.waiting', 'signing.waitingText'],
  leaving: ['ivnosys.leaving', 'ivnosys.leavingText'],
} as const

/** That something goes on elsewhere, and the way out of it. */
function Waiting({ at, onCancel }: { at: keyof typeof WAITS; onCancel: () => void }) {
  const t = useText()
  const [words, more] = WAITS[at]
  const cancel = () => {
    if (at === 'leaving') window.stop()
    onCancel()
  }
  return (
    <>
      <BusyStatus key={at} words={t(words)}>
        {more && t(more)}
      </BusyStatus>
      <DialogActions>
        <Button onClick={cancel}>{t('common.cancel')}</Button>
      </DialogActions>
    </>
  )
}

interface PinFormProps {
  readonly certificate: ReactNode
  readonly cancel: ReactNode
  readonly onPin: (pin: string) => void
}

/** Asks for the PIN of a software certificate; it is gone with the form as soon as it is sent. */
function PinForm({ certificate, cancel, onPin }: PinFormProps) {
  const t = useText()
  const [pin, setPin] = useState('')
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (pin !== '') onPin(pin)
      }}
    >
      {certificate}
      <AskPin value={pin} onChange={setPin} autoFocus />
      <DialogActions>
        {cancel}
        <Button type="submit" kind="primary" icon={PenLine} disabled={pin === ''}>
          {t('signing.confirm')}
        </Button>
      </DialogActions>
    </form>
  )
}
