import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { ProgressBar } from '../../../shared/ui/status/progress-bar.tsx'
import styles from './autofirma.module.css'
import { LOCAL_STEPS, type LocalStep } from './local-progress.ts'
import { useRunExplanation } from '../run/on-server/use-run-explanation.ts'
import type { LocalStage } from './local-task.ts'

const NAMES = {
  starting: 'autofirma.stepStarting',
  choosing: 'autofirma.stepChoosing',
  preparing: 'autofirma.stepPreparing',
  signing: 'autofirma.stepSigning',
  finishing: 'autofirma.stepFinishing',
} as const satisfies Record<LocalStep, string>

const WORDS = {
  starting: { one: 'autofirma.starting', many: 'autofirma.starting' },
  choosing: { one: 'autofirma.choosing', many: 'autofirma.choosing' },
  preparing: { one: 'autofirma.preparing', many: 'autofirma.preparingMany' },
  signing: { one: 'autofirma.signing', many: 'autofirma.signing' },
  finishing: { one: 'autofirma.finishing', many: 'autofirma.finishingMany' },
} as const satisfies Record<LocalStep, object>

/** What the person may have to do meanwhile. */
const REMARKS = { starting: 'autofirma.permissionText', signing: 'autofirma.signingText' } as const

interface ProgressProps {
  stage: Extract<LocalStage, { at: 'working' | 'done' }>
  documents: readonly PendingDocument[]
}

/** What is being done now, or that all is signed. */
function useWords({ stage, documents }: ProgressProps): string {
  const t = useText()
  const total = documents.length
  if (stage.at === 'done') return t('signing.done', { current: total, total })
  const { step, guid } = stage.progress
  if (stage.onServer) return t('signing.done', { current: stage.onServer.done, total })
  const current = documents.findIndex(({ SignerDTO }) => SignerDTO.SignerGUID === guid) + 1
  return t(WORDS[step][total > 1 ? 'many' : 'one'], { current, total })
}

/** The steps on the way, those behind with a tick. */
function Steps({ now }: { now: number }) {
  const t = useText()
  return (
    <ol className={styles.steps} aria-label={t('autofirma.steps')}>
      {LOCAL_STEPS.map((step, index) => (
        <li key={step} data-done={index < now || undefined} aria-current={index === now ? 'step' : undefined}>
          {index < now ? <CircleCheck size={18} aria-hidden /> : <i aria-hidden />}
          {t(NAMES[step])}
        </li>
      ))}
    </ol>
  )
}

/** What is to be known while it goes on. */
function Meanwhile({ progress: { step }, needsLook, stopping, onServer }: Extract<LocalStage, { at: 'working' }>) {
  const t = useText()
  const explanation = useRunExplanation()
  if (onServer) return <p className="muted">{explanation(onServer, stopping)}</p>
  if (needsLook) return <Notice tone="warn">{t('autofirma.look')}</Notice>
  if (stopping) return <p className="muted">{t('batch.stopping')}</p>
  return step in REMARKS && <p className="muted">{t(REMARKS[step as keyof typeof REMARKS])}</p>
}

const FINISHED = { percent: 100, guid: null, step: null }

/** How far it is, from 0 to 100 %, and what is being done: for the eyes as a bar, for the ears as a status. */
export function LocalProgressView({ stage, documents }: ProgressProps) {
  const t = useText()
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => status.current?.focus(), [])
  const words = useWords({ stage, documents })
  const { percent, guid, step } = stage.at === 'working' ? stage.progress : FINISHED
  const document = documents.length > 1 && documents.find(({ SignerDTO }) => SignerDTO.SignerGUID === guid)
  return (
    <div className={styles.progress}>
      <div ref={status} role="status" tabIndex={-1} className={styles.status}>
        <ProgressBar label={t('autofirma.steps')} value={percent} max={100} />
        <p className={styles.words}>
          <strong>{words}</strong>
          <span className={styles.percent} aria-hidden>
            {t('autofirma.percent', { percent })}
          </span>
        </p>
        {stage.at === 'working' && <Meanwhile {...stage} />}
      </div>
      {document && <p>{document.FileName}</p>}
      <Steps now={step === null ? LOCAL_STEPS.length : LOCAL_STEPS.indexOf(step)} />
    </div>
  )
}
