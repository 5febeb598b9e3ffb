import { useQuery } from '@tanstack/react-query'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { isFollowed } from '../../shared/signing-runs/followed-runs.ts'
import { useSeenRuns } from '../../shared/signing-runs/seen-runs.ts'
import type { SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { EndedRun } from './ended-run.tsx'
import { LiveRun } from './live-run.tsx'
import { runQuery } from './run-queries.ts'
import styles from './signing-runs.module.css'
import { useTellEnd } from './use-tell-end.ts'
import { isWorthTelling } from './what-to-tell.ts'

interface RunProps {
  listed: SigningRun
  onDetails: (runGuid: string) => void
  onSign: (documents: readonly PendingDocument[]) => void
}

/** One run for as long as the list is there: how far it is, then how it ended, where that is worth a look. */
function ToldRun({ listed, onDetails, onSign }: RunProps) {
  const seen = useSeenRuns()
  const { data: run, isError } = useQuery({ ...runQuery(listed.RunGUID), initialData: listed })
  useTellEnd(run, onDetails)
  const toDetails = () => onDetails(run.RunGUID)
  if (isFollowed(run.RunGUID)) return null
  if (run.EndedAt === null) return <LiveRun run={run} isLost={isError} onDetails={toDetails} onSign={onSign} />
  return isWorthTelling(run, seen, Date.parse(run.EndedAt)) ? <EndedRun run={run} onDetails={toDetails} /> : null
}

interface RunsNoticeProps {
  runs: readonly SigningRun[]
  onDetails: (runGuid: string) => void
  onSign: (documents: readonly PendingDocument[]) => void
}

/** What is told of signing runs over the list, the newest first. */
export function RunsNotice({ runs, onDetails, onSign }: RunsNoticeProps) {
  const t = useText()
  return (
    <section className={styles.runs} aria-label={t('runs.label')}>
      {runs.map((run) => (
        <ToldRun key={run.RunGUID} listed={run} onDetails={onDetails} onSign={onSign} />
      ))}
    </section>
  )
}
