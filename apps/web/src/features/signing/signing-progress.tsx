import { useText } from '../../shared/i18n/use-text.ts'
import { ProgressStatus } from '../../shared/ui/status/progress-status.tsx'

/** How far the signing of one document is, and that it is done. */
export function SigningProgress({ done }: { done: boolean }) {
  const t = useText()
  const words = t(done ? 'signing.done' : 'signing.progress', { current: 1, total: 1 })
  return (
    <ProgressStatus focused words={words} value={done ? 1 : 0} max={1} working={!done}>
      {!done && <p className="muted">{t('signing.progressText')}</p>}
    </ProgressStatus>
  )
}
