import { useText } from '../../../../shared/i18n/use-text.ts'
import type { ServerRunProgress } from './server-run.ts'

/** What is to be known while the server works on a run. */
export function useRunExplanation(): (progress: ServerRunProgress, stopping: boolean) => string {
  const t = useText()
  return ({ isAuthorised, isLost, isHindered }, stopping) => {
    if (stopping) return t('runs.stoppingRun')
    if (isLost) return t('runs.noConnection')
    if (isHindered) return t('runs.triedAgain')
    return t(isAuthorised ? 'runs.goesOnByItself' : 'signing.progressText')
  }
}
