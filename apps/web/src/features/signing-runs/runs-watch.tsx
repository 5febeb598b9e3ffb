import { lazy, Suspense, useState } from 'react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { completeTexts } from '../../shared/i18n/language.ts'
import { isFollowed } from '../../shared/signing-runs/followed-runs.ts'
import { useSeenRuns } from '../../shared/signing-runs/seen-runs.ts'
import { useRuns } from './run-queries.ts'
import { runsToTell } from './what-to-tell.ts'

/** Comes with the first run that there is to tell of: few people have one. */
const RunsNotice = lazy(async () => {
  const [module] = await Promise.all([import('./runs-notice.tsx'), completeTexts('runs', 'elsewhere')])
  return { default: module.RunsNotice }
})

interface RunsWatchProps {
  onDetails: (runGuid: string) => void
  onSign: (documents: readonly PendingDocument[]) => void
}

/**
 * Tells of the signing runs of the person: how far those are that go on, which wait for them, and how one ended that
 * they did not see end. What was told once on this page tells its own end.
 */
export function RunsWatch({ onDetails, onSign }: RunsWatchProps) {
  const seen = useSeenRuns()
  const runs = useRuns() ?? []
  const [now] = useState(Date.now)
  const [told, setTold] = useState<ReadonlySet<string>>(new Set())
  const fresh = runsToTell(runs, { seen, isFollowed, now }).filter(({ RunGUID }) => !told.has(RunGUID))
  if (fresh.length > 0) setTold(new Set([...told, ...fresh.map(({ RunGUID }) => RunGUID)]))
  if (told.size === 0) return null
  return (
    <Suspense>
      <RunsNotice runs={runs.filter(({ RunGUID }) => told.has(RunGUID))} onDetails={onDetails} onSign={onSign} />
    </Suspense>
  )
}
