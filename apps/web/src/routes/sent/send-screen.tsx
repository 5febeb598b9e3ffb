import { Send } from '../../features/send/send.tsx'
import type { CopyWish } from '../../features/send/use-prefill.ts'

export function SendScreen({
  search: { from, copy },
}: {
  search: { from: string | undefined; copy: CopyWish | undefined }
}) {
  return <Send from={from} copy={copy} />
}
