import { Notice } from '../../shared/ui/status/notice.tsx'
import { useFailedEntry } from './failed-entry.ts'

/** Says once more, until the person tries again, why another way in led nowhere. */
export function FailedEntryNotice() {
  const lines = useFailedEntry()
  if (lines.length === 0) return null
  return (
    <Notice tone="bad">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  )
}
