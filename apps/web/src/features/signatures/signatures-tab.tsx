import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { signaturesQuery, type FoundSignature, type SignaturesSource } from '../../shared/api/document-signatures.ts'
import panel from '../../shared/document-parts/detail-panel.module.css'
import { TabSkeleton } from '../../shared/document-parts/tab-states.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { ArchiveState } from './archive-state.tsx'
import { ComparePages } from './compare-pages.tsx'
import { FileWarnings } from './file-warnings.tsx'
import { SignatureCard } from './signature-card.tsx'
import styles from './signatures-tab.module.css'

/** Each signature that a document bears: whose, since when, how sure that is, and what was changed since. */
export function SignaturesTab({ source }: { source: SignaturesSource }) {
  const t = useText()
  const { data: found } = useQuery({ ...signaturesQuery(source), enabled: false })
  const [compared, setCompared] = useState<FoundSignature | null>(null)
  // The tab exists only where something was found.
  if (!found) return <TabSkeleton />
  return (
    <div className={panel.tabContent}>
      <FileWarnings found={found} />
      <ul className={styles.signatures} aria-label={t('signatures.list')}>
        {found.Signatures.map((signature, index) => (
          <li key={`${index} ${signature.Field}`}>
            <SignatureCard {...{ signature, found }} onCompare={() => setCompared(signature)} />
          </li>
        ))}
      </ul>
      <ArchiveState archive={found.Archive} />
      {compared && (
        <ComparePages source={source} signature={compared} newest={found.Revisions} onClose={() => setCompared(null)} />
      )}
    </div>
  )
}
