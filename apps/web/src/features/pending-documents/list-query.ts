import type { ListState } from './list-state.ts'

/** What the server calls the tag of documents that have none. */
const UNSPECIFIED = 'Unspecified'

/** The request parameters of spec §3 for a state of the list. */
export function listQuery(state: ListState, knownCount?: number) {
  return {
    PageNumber: String(state.page),
    PageSize: String(state.size),
    Count: knownCount === undefined ? undefined : String(knownCount),
    OrderBy: state.sort,
    OrderType: state.dir,
    FileName: state.name,
    CertificateGuid: state.certificate,
    Tag: state.tag === '' ? UNSPECIFIED : state.tag,
    Sender: state.sender,
    From: state.from,
    To: state.to,
    // Days are those of the person's own calendar.
    TimeZone: state.from || state.to ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined,
  }
}
