import type { PassingOn } from '@rubrica/domain'
import type { SentDocument } from '../sent-queries.ts'

/** What can be edited of a document, as it is typed. */
export interface EditForm {
  readonly fileName: string
  readonly message: string
  readonly tags: string
  /** YYYY-MM-DD: until the end of this day. */
  readonly deadline: string | undefined
  /** GUID of the team that sees it too. */
  readonly team: string | null
  readonly passingOn: PassingOn
}

/** @param dayOf the day of an instant where the person is */
export const formOf = (document: SentDocument, dayOf: (time: string) => string): EditForm => ({
  fileName: document.fileName,
  message: document.message,
  tags: document.tags.join(', '),
  deadline: document.deadline === null ? undefined : dayOf(document.deadline),
  team: document.team?.guid ?? null,
  passingOn: document.passingOn,
})

/** What has become something else, as the call takes it; an hour of a deadline that stays is not touched. */
export function changesOf(before: EditForm, after: EditForm) {
  const { fileName, message, tags, deadline, team, passingOn } = after
  return {
    ...(fileName.trim() !== before.fileName && { fileName: fileName.trim() }),
    ...(message.trim() !== before.message && { message: message.trim() }),
    ...(tagsOf(tags).join(',') !== tagsOf(before.tags).join(',') && { tags: tagsOf(tags) }),
    ...(deadline !== before.deadline && { deadline: deadline === undefined ? null : endOfDay(deadline) }),
    ...(team !== before.team && { team }),
    ...(passingOn !== before.passingOn && { passingOn }),
  }
}

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** The last second of a day where the person is. */
const endOfDay = (day: string) => new Date(`${day}T23:59:59`).toISOString()
