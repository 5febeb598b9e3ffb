import { foldText } from '@rubrica/domain'
import { tagsOf } from '../../../shared/api/tags-of.ts'
import { localDayOf } from '../../../shared/i18n/formats.ts'

/** What the list of approvals is narrowed to; an empty text narrows nothing. */
export interface ApprovalFilters {
  /** Part of the file name, with or without accents. */
  readonly text: string
  /** One whole tag of those that are offered, or `UNSPECIFIED_TAG`. */
  readonly tag: string
  /** First and last day, YYYY-MM-DD in the person's zone. */
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: ApprovalFilters = { text: '', tag: '', from: '', to: '' }

/** Stands for approvals without a tag. No tag can look like it, since a comma ends a tag. */
export const UNSPECIFIED_TAG = ','

interface Filterable {
  readonly FileName: string
  readonly Tag: string
  readonly UploadTime: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads filters out of the session; whatever makes no sense there narrows nothing. */
export function parseFilters(stored: string | null): ApprovalFilters {
  let read: unknown
  try {
    read = JSON.parse(stored ?? 'null')
  } catch {
    return NO_FILTERS
  }
  const values = (typeof read === 'object' && read !== null ? read : {}) as Readonly<Record<string, unknown>>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const day = (value: unknown) => (DAY.test(text(value)) ? text(value) : '')
  return { text: text(values.text), tag: text(values.tag), from: day(values.from), to: day(values.to) }
}

/** The names of the filters that narrow the list now. */
export function activeFilters(filters: ApprovalFilters): (keyof ApprovalFilters)[] {
  return (Object.keys(NO_FILTERS) as (keyof ApprovalFilters)[]).filter((name) => filters[name].trim() !== '')
}

function hasTag(approval: Filterable, tag: string): boolean {
  const tags = tagsOf(approval.Tag)
  if (tag === UNSPECIFIED_TAG) return tags.length === 0
  return tags.some((one) => foldText(one) === foldText(tag.trim()))
}

/** Whether an approval is let through by every filter (spec §4, Approving). */
export function matchesFilters(approval: Filterable, filters: ApprovalFilters): boolean {
  const text = foldText(filters.text.trim())
  if (!foldText(approval.FileName).includes(text)) return false
  if (filters.tag !== '' && !hasTag(approval, filters.tag)) return false
  if (filters.from === '' && filters.to === '') return true
  const day = localDayOf(approval.UploadTime)
  if (day === '') return false
  return (filters.from === '' || day >= filters.from) && (filters.to === '' || day <= filters.to)
}

/** Every tag of the approvals once, in alphabetical order, and whether some have none. */
export function offeredTags(approvals: readonly Filterable[]): { tags: string[]; someWithout: boolean } {
  const tags = new Map<string, string>()
  for (const tag of approvals.flatMap((approval) => tagsOf(approval.Tag))) {
    if (!tags.has(foldText(tag))) tags.set(foldText(tag), tag)
  }
  return {
    tags: [...tags.values()].sort((a, b) => a.localeCompare(b)),
    someWithout: approvals.some((approval) => tagsOf(approval.Tag).length === 0),
  }
}
