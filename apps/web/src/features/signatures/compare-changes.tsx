import { useState } from 'react'
import type { DocumentSignatures, SignaturesSource } from '../../shared/api/document-signatures.ts'
import { CompareButton } from './compare-button.tsx'
import { ComparePages } from './compare-pages.tsx'
import { firstChangedSignature } from './pages-to-compare.ts'

interface CompareChangesProps {
  source: SignaturesSource
  found: DocumentSignatures
}

/** Where somebody is asked to sign over changes: the pages before and after them, from the first signature on. */
export function CompareChanges({ source, found }: CompareChangesProps) {
  const [isOpen, setOpen] = useState(false)
  const signature = firstChangedSignature(found)
  if (!signature) return null
  return (
    <>
      <CompareButton signature={signature} onCompare={() => setOpen(true)} />
      {isOpen && <ComparePages {...{ source, signature }} newest={found.Revisions} onClose={() => setOpen(false)} />}
    </>
  )
}
