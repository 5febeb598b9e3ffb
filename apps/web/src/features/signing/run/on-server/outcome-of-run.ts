import { errorOfCode } from '../../../../shared/signing-runs/error-of-code.ts'
import type { BatchOutcome } from '../run-batch.ts'
import type { LeftItem, ServerRunEnd } from './server-run.ts'

/** Codes of documents that nobody has tried, since the run was ended before. */
const NOT_TRIED = 'discarded'

/** What came of a run, in the words of a batch that was signed call by call. */
export function outcomeOfRun(guids: readonly string[], { how, code, unsigned }: ServerRunEnd): BatchOutcome {
  if (how === 'left') return { signed: [], failed: [], end: { why: 'left' } }
  const left = new Map(unsigned.map((item) => [item.SignerGUID.toLowerCase(), item]))
  const isFailed = (item: LeftItem | undefined) => item !== undefined && item.State !== NOT_TRIED
  const failed = guids.flatMap((guid) => {
    const item = left.get(guid.toLowerCase())
    return isFailed(item) ? [{ guid, error: errorOfCode(item?.Code ?? null) }] : []
  })
  return {
    signed: guids.filter((guid) => !left.has(guid.toLowerCase())),
    failed,
    end: endOf(how, code),
  }
}

function endOf(how: 'done' | 'stopped', code: string | null): BatchOutcome['end'] {
  if (how === 'done') return { why: 'finished' }
  return code === null || code === 'RUN_STOPPED' ? { why: 'stopped' } : { why: 'error', error: errorOfCode(code) }
}
