import { useText } from '../../shared/i18n/use-text.ts'
import { countIn, progressOf, totalOf, waitingIn, type SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { endOf, type WayToAuthorise } from './what-to-tell.ts'

/** What is said of a run in a few words: how far it is, what it waits for, or how it ended. */
export function useRunWords(): (run: SigningRun, way?: WayToAuthorise) => string {
  const t = useText()
  const wordsOfEnd = (run: SigningRun) => {
    const [count, total] = [countIn(run, 'signed'), totalOf(run)]
    if (endOf(run) === 'all') return t('batch.toast', { count })
    return count > 0 ? t('batch.summaryTitle', { count, total }) : t('batch.summaryNone')
  }
  return (run, way = 'pin') => {
    if (run.EndedAt !== null) return wordsOfEnd(run)
    if (run.State === 'needs-person')
      return t(way === 'pin' ? 'runs.waiting' : 'runs.waitingForYou', { count: waitingIn(run) })
    const { doing, done: current, total } = progressOf(run)
    if (run.State === 'stopped') return t('runs.stopping', { current, total })
    if (run.Paused) return t('runs.paused', { current, total })
    return t(doing === 'preparing' ? 'runs.preparing' : 'runs.progress', { current, total })
  }
}
