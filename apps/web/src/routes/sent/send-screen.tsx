import { Send } from '../../features/send/send.tsx'

interface SendSearch {
  from: string | undefined
  /** The draft that is gone on with. */
  draft: string | undefined
}

export function SendScreen({ search }: { search: SendSearch }) {
  return <Send from={search.from} draftId={search.draft} />
}
