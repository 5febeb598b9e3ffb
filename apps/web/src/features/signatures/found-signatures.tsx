import { useState } from 'react'
import type { FileFindings, FoundSignature, SignaturesSource } from '../../shared/api/document-signatures.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { ComparePages } from './compare-pages.tsx'
import { FileWarnings } from './file-warnings.tsx'
import { SignatureCard } from './signature-card.tsx'
import styles from './signatures-tab.module.css'

interface FoundSignaturesProps {
  source: Pick<SignaturesSource, 'pages'>
  found: FileFindings
}

/** Each signature of a file, with the way to the pages that changed since. */
export function FoundSignatures({ source, found }: FoundSignaturesProps) {
  const t = useText()
  const [compared, setCompared] = useState<FoundSignature | null>(null)
  return (
    <>
      <FileWarnings found={found} />
      <ul className={styles.signatures} aria-label={t('signatures.list')}>
        {found.Signatures.map((signature, index) => (
          <li key={`${index} ${signature.Field}`}>
            <SignatureCard {...{ signature, found }} onCompare={() => setCompared(signature)} />
          </li>
        ))}
      </ul>
      {compared && (
        <ComparePages source={source} signature={compared} newest={found.Revisions} onClose={() => setCompared(null)} />
      )}
    </>
  )
}
