import { Send } from '../../features/send/send.tsx'
import type { TemplateWish } from '../../features/send/templates/load-template.ts'
import type { CopyWish } from '../../features/send/use-prefill.ts'

interface SendSearch {
  from: string | undefined
  /** The draft that is gone on with. */
  draft: string | undefined
  /** The sent document that is sent once more, or gone on with. */
  copy: CopyWish | undefined
  /** The template that is sent from, or changed. */
  template: TemplateWish | undefined
}

export function SendScreen({ search: { from, draft, copy, template } }: { search: SendSearch }) {
  return <Send from={from} draftId={draft} copy={copy ?? template} />
}
