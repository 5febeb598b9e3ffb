import { DOCUMENT_STATES, type DocumentState } from '@rubrica/domain'
import { readDateRange, today, type Day } from '../../../shared/i18n/days.ts'

/** What the list must have. */
export interface SentFilters {
  /** Part of the file name. */
  readonly name?: string
  readonly state?: DocumentState
  /** Part of the name of a signer or an approver. */
  readonly person?: string
  /** One whole tag. */
  readonly tag?: string
  /** The guid of the template from which it was sent. */
  readonly template?: string
  /** The first day of sending. */
  readonly since?: Day
  /** The last one. */
  readonly until?: Day
  /** For so many days nothing has happened to it. */
  readonly silent?: number
  /** The person has to sign or to approve it. */
  readonly mine?: true
}

/** What the list shows; it lives in the address, so that it survives a reload and Back. */
export interface SentSearch extends SentFilters {
  /** The subscription from which it was sent, for who sends from several. */
  readonly from?: string
  /** The act on several documents whose results are shown. */
  readonly bulk?: string
}

/** The longest texts that the server searches for. */
export const MAX_FILTER_TEXT = 255
export const MAX_TAG = 50
/** Days without an answer, as the list offers them. */
export const SILENT_DAYS = [3, 7, 14, 30] as const
const MAX_SILENT_DAYS = 3650
const MAX_GUID = 36

const readText = (value: string | undefined, most = MAX_FILTER_TEXT) => value?.trim().slice(0, most) || undefined

const readGuid = (value: string | undefined) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value ?? '') ? value!.toLowerCase() : undefined

function readDays(value: string | undefined): number | undefined {
  const days = /^\d{1,4}$/.test(value ?? '') ? Number(value) : 0
  return days >= 1 && days <= MAX_SILENT_DAYS ? days : undefined
}

/** Reads the search part of the address; what makes no sense there is not asked for. */
export function parseSentSearch(search: Readonly<Record<string, string | undefined>>, now: Day = today()): SentSearch {
  const { from: since, to: until } = readDateRange({ from: search.since, to: search.until }, now)
  return {
    from: readText(search.from, MAX_GUID),
    name: readText(search.name),
    state: DOCUMENT_STATES.find((state) => state === search.state),
    person: readText(search.person),
    tag: readText(search.tag, MAX_TAG),
    template: readGuid(search.template),
    since,
    until,
    silent: readDays(search.silent),
    mine: search.mine === 'true' ? true : undefined,
    bulk: readText(search.bulk, MAX_GUID),
  }
}

/** What of the address is no filter. */
const OTHERS: readonly string[] = ['from', 'bulk']

/** How many filters are in use. */
export const countFilters = (search: SentSearch): number =>
  Object.entries(search).filter(([name, value]) => !OTHERS.includes(name) && value !== undefined).length
