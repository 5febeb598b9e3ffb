import { useQuery } from '@tanstack/react-query'
import { signaturesQuery, type SignaturesSource } from '../../shared/api/document-signatures.ts'
import panel from '../../shared/document-parts/detail-panel.module.css'
import { TabSkeleton } from '../../shared/document-parts/tab-states.tsx'
import { ArchiveState } from './archive-state.tsx'
import { FoundSignatures } from './found-signatures.tsx'

/** Each signature that a document bears: whose, since when, how sure that is, and what was changed since. */
export function SignaturesTab({ source }: { source: SignaturesSource }) {
  const { data: found } = useQuery({ ...signaturesQuery(source), enabled: false })
  // The tab exists only where something was found.
  if (!found) return <TabSkeleton />
  return (
    <div className={panel.tabContent}>
      <FoundSignatures {...{ source, found }} />
      <ArchiveState archive={found.Archive} />
    </div>
  )
}
