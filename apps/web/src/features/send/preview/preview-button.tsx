import { Eye } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import type { Draft } from '../draft.ts'
import type { DraftKeeper } from '../drafts/draft-keeper.ts'
import type { RenderPreview } from './preview-dialog.tsx'

const PreviewDialog = lazy(() => import('./preview-dialog.tsx').then((module) => ({ default: module.PreviewDialog })))

interface PreviewButtonProps {
  draft: Draft
  subscription: string | undefined
  keeper: DraftKeeper
  renderPreview: RenderPreview
}

/** Leads to what each person will see, once there is a file and somebody who signs it. */
export function PreviewButton({ draft, subscription, keeper, renderPreview }: PreviewButtonProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  if (draft.signers.length === 0 || draft.files.every(({ state }) => state !== 'ready')) return null
  return (
    <>
      <Button size="large" icon={Eye} onClick={() => setOpen(true)}>
        {t('preview.title')}
      </Button>
      {isOpen && (
        <Suspense>
          <PreviewDialog {...{ draft, subscription, keeper, renderPreview }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
