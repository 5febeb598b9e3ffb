import { dayAfter, startOfDay, type DocumentState } from '@rubrica/domain'
import type { HistoryEntry, HistoryStore } from '../../modules/history/ports.ts'
import { searchHistory } from '../../modules/history/search-history.ts'
import type { Handlers } from '../bind/call-types.ts'
import { readPlace, writePlace } from './list-place.ts'

const STATES = {
  open: 'Open',
  completed: 'Completed',
  rejected: 'Rejected',
  expired: 'Expired',
  cancelled: 'Cancelled',
} as const satisfies Record<DocumentState, string>

const toItem = (entry: HistoryEntry) => ({
  Guid: entry.id,
  DocGuid: entry.documentId,
  Act: entry.act,
  IsApprover: entry.isApprover,
  FileName: entry.fileName,
  SenderName: entry.senderName,
  Tag: entry.tag,
  OperationTime: entry.at.toISOString(),
  RejectionReason: entry.rejectionReason,
  DocumentState: STATES[entry.documentState],
})

/** @param ports.history of what people have signed, approved and rejected */
export function historyHandlers({ history }: { readonly history: HistoryStore }): Pick<Handlers, 'history'> {
  return {
    history: async ({ caller, query }) => {
      const zone = query.TimeZone ?? 'UTC'
      const { entries, last } = await searchHistory(history, {
        userId: caller.userId,
        filters: {
          fileName: query.FileName,
          sender: query.Sender,
          act: query.Act,
          from: query.From === undefined ? undefined : startOfDay(query.From, zone),
          before: query.To === undefined ? undefined : startOfDay(dayAfter(query.To), zone),
        },
        after: query.Cursor === undefined ? undefined : readPlace(query.Cursor, 'Cursor'),
      })
      return { List: entries.map(toItem), Next: last ? writePlace(last.at, last.id) : null }
    },
  }
}
