import { lazy, Suspense } from 'react'
import type { RenderPreview } from '../../features/send/preview/preview-dialog.tsx'
import { Send } from '../../features/send/send.tsx'
import type { TemplateWish } from '../../features/send/templates/load-template.ts'
import type { CopyWish } from '../../features/send/duplicate/load-sent.ts'

interface SendSearch {
  from: string | undefined
  /** The draft that is gone on with. */
  draft: string | undefined
  /** The sent document that is sent once more, or gone on with. */
  copy: CopyWish | undefined
  /** The template that is sent from, or changed. */
  template: TemplateWish | undefined
}

const SCREENS = {
  signer: lazy(() =>
    import('../../features/document-detail/signer-preview.tsx').then((module) => ({ default: module.SignerPreview })),
  ),
  approver: lazy(() =>
    import('../../features/approvals/detail/approver-preview.tsx').then((module) => ({
      default: module.ApproverPreview,
    })),
  ),
  copy: lazy(() =>
    import('../../features/copies/copy-preview.tsx').then((module) => ({ default: module.CopyPreview })),
  ),
}

/** The screen that somebody will have is that of their role. */
const renderPreview: RenderPreview = (as, previewed) => {
  const Screen = SCREENS[as]
  return (
    <Suspense>
      <Screen previewed={previewed} />
    </Suspense>
  )
}

export function SendScreen({ search: { from, draft, copy, template } }: { search: SendSearch }) {
  return <Send from={from} draftId={draft} copy={copy ?? template} renderPreview={renderPreview} />
}
