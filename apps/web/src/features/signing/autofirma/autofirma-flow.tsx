import { useEffect, useEffectEvent } from 'react'
import { lookUpWhereFrom } from '../../../shared/api/look-ups.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { DialogActions } from '../../../shared/ui/overlays/dialog-actions.tsx'
import type { ElsewhereFlow } from '../elsewhere-flow.ts'
import { useAskBeforeLeaving } from '../run/use-ask-before-leaving.ts'
import { LocalFailure } from './local-failure.tsx'
import { LocalProgressView } from './local-progress-view.tsx'
import type { LocalSigning } from './local-signing.ts'
import type { LocalStage } from './local-task.ts'
import { useLocationConsent } from './location-consent.ts'
import { LostAnswer } from './lost-answer.tsx'
import { NothingOpened } from './nothing-opened.tsx'
import { OpenForm } from './open-form.tsx'
import { useLocalSigning } from './use-local-signing.ts'

type Frame = Parameters<ElsewhereFlow['onFrame']>[0]

/** What each stage makes of the dialog around it. */
function useFrame(at: LocalStage['at'], onFrame: ElsewhereFlow['onFrame']): void {
  const t = useText()
  const frame: Partial<Record<LocalStage['at'], Frame>> = {
    working: { busy: true, title: t('signing.progressTitle') },
    done: { busy: true, title: t('signing.doneTitle') },
    lost: { busy: true, alert: true, title: t('signing.unansweredTitle') },
    failed: { alert: true, title: t('autofirma.failedTitle') },
  }
  const report = useEffectEvent((now: LocalStage['at']) => onFrame(frame[now] ?? {}))
  useEffect(() => {
    report(at)
  }, [at])
}

/** Whether values are made part of documents by this page, one after the other, which ends with it. */
const isFinishingHere = (stage: LocalStage) =>
  stage.at === 'working' && stage.progress.step === 'finishing' && stage.onServer === undefined

interface ActsProps {
  stage: Extract<LocalStage, { at: 'working' }>
  signing: LocalSigning
  isSeveral: boolean
  onClose: () => void
}

/** What can be done while it goes on. */
function Acts({ stage, signing, isSeveral, onClose }: ActsProps) {
  const t = useText()
  const isFinishing = stage.progress.step === 'finishing'
  return (
    <DialogActions>
      {!isFinishing && <Button onClick={onClose}>{t('common.cancel')}</Button>}
      {isFinishing && isSeveral && (
        <Button busy={stage.stopping} onClick={() => signing.stop()}>
          {t('batch.stop')}
        </Button>
      )}
      {stage.onServer && (
        <Button kind="primary" onClick={() => signing.letGoOn()}>
          {t('runs.leaveRun')}
        </Button>
      )}
    </DialogActions>
  )
}

/** The way to a signature with Autofirma, the application of the Spanish administration on the person's PC. */
export function AutofirmaFlow(flow: ElsewhereFlow) {
  const { documents, onChooseAgain, onFrame, onClose } = flow
  const consent = useLocationConsent()
  const [signing, stage] = useLocalSigning(flow)
  useFrame(stage.at, onFrame)
  const isSeveral = documents.length > 1
  useAskBeforeLeaving(isSeveral && (isFinishingHere(stage) || stage.at === 'lost'))
  // Who is asked answers while the person is busy with the application.
  const begin = () => void signing.start(lookUpWhereFrom(consent[0]))
  if (stage.at === 'ready') {
    return <OpenForm {...{ documents, consent, onChooseAgain, onClose }} onOpen={begin} />
  }
  if (stage.at === 'failed') {
    return <LocalFailure error={stage.error} onAgain={begin} onChooseAgain={onChooseAgain} onClose={onClose} />
  }
  if (stage.at === 'lost') {
    return (
      <LostAnswer
        {...stage}
        documents={documents}
        onGoOn={() => void signing.goOn()}
        onEndHere={() => signing.endHere()}
      />
    )
  }
  return (
    <>
      <LocalProgressView stage={stage} documents={documents} />
      <NothingOpened stage={stage} onAgain={() => void signing.startAgain()} onChooseAgain={onChooseAgain} />
      {stage.at === 'working' && <Acts {...{ stage, signing, isSeveral, onClose }} />}
    </>
  )
}
