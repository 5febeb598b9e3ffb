import { Columns2 } from 'lucide-react'
import type { FoundSignature } from '../../shared/api/document-signatures.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { pagesToCompare } from './pages-to-compare.ts'

/** Leads to the pages that changed after a signature; nothing where no page can show it. */
export function CompareButton({ signature, onCompare }: { signature: FoundSignature; onCompare: () => void }) {
  const t = useText()
  const pages = pagesToCompare(signature)
  if (pages === 'none') return null
  return (
    <div>
      <Button size="small" icon={Columns2} onClick={onCompare}>
        {pages === 'all' ? t('signatures.compareAll') : t('signatures.compare', { count: pages.length })}
      </Button>
    </div>
  )
}
