import { dayAfter, PortalError, startOfDay } from '@rubrica/domain'
import type { HistoryEntry, HistoryPlace, HistoryStore } from '../../modules/history/ports.ts'
import { searchHistory } from '../../modules/history/search-history.ts'
import type { Handlers } from '../bind/call-types.ts'
import { PORTAL_STATES, toDecision } from './describe-decision.ts'

const toItem = (entry: HistoryEntry) => ({
  Guid: entry.id,
  DocGuid: entry.documentId,
  IsApprover: entry.isApprover,
  FileName: entry.fileName,
  SenderName: entry.senderName,
  Tag: entry.tag,
  DocumentState: PORTAL_STATES[entry.documentState],
  ...toDecision(entry),
})

const CURSOR = /^(\d{1,16})[.]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** It names a place in the caller's own list, so that it need not be sealed. */
const writeCursor = ({ microseconds, id }: HistoryPlace) => `${microseconds}.${id}`

function readCursor(cursor: string): HistoryPlace {
  const [, microseconds, id] = CURSOR.exec(cursor) ?? []
  if (microseconds === undefined || id === undefined) throw notACursor()
  return { microseconds, id }
}

const notACursor = () =>
  new PortalError('VALIDATION_FAILED', 'Cursor: is not what an answer before gave as Next', {
    facts: { Fields: [{ Field: 'Cursor', Problem: 'is not what an answer before gave as Next' }] },
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
        after: query.Cursor === undefined ? undefined : readCursor(query.Cursor),
      })
      return { List: entries.map(toItem), Next: last ? writeCursor(last) : null }
    },
  }
}
