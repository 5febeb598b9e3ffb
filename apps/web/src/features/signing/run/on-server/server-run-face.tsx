import { Square } from 'lucide-react'
import { useText } from '../../../../shared/i18n/use-text.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import type { DialogFace } from '../../../../shared/ui/overlays/dialog.tsx'
import { ProgressStatus } from '../../../../shared/ui/status/progress-status.tsx'
import type { Signing } from '../../use-signing.ts'
import type { ServerRunProgress } from './server-run.ts'
import { useRunExplanation } from './use-run-explanation.ts'

function useWords({ doing, done, total }: ServerRunProgress): string {
  const t = useText()
  if (doing === 'preparing') return t('runs.preparing', { current: done, total })
  return t('signing.done', { current: done, total })
}

function Working({ progress, stopping }: { progress: ServerRunProgress; stopping: boolean }) {
  const words = useWords(progress)
  const explanation = useRunExplanation()(progress, stopping)
  const { done, total } = progress
  return (
    <ProgressStatus focused working value={done} max={total} words={words}>
      <p className="muted">{explanation}</p>
    </ProgressStatus>
  )
}

/** How far the server is with all documents, and the ways out: to stop it, or to let it go on by itself. */
export function useServerRunFace({ stage, documents, stopping, stop, leave }: Signing): DialogFace {
  const t = useText()
  if (stage.at !== 'on-server') return { title: '' }
  const { progress } = stage
  return {
    busy: true,
    title: t('batch.progressTitle', { count: documents.length }),
    children: <Working {...{ progress, stopping }} />,
    actions: (
      <>
        <Button icon={Square} busy={stopping} onClick={stop}>
          {t('batch.stop')}
        </Button>
        {progress.isAuthorised && (
          <Button kind="primary" onClick={leave}>
            {t('runs.leaveRun')}
          </Button>
        )}
      </>
    ),
  }
}
