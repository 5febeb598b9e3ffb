import { Send } from '../../features/send/send.tsx'

export function SendScreen({ search }: { search: { from: string | undefined } }) {
  return <Send from={search.from} />
}
