import { senderApi } from '../../../shared/sending/sender-api.ts'
import { EMPTY_DRAFT, type Draft, type DraftPerson } from '../draft.ts'
import { draftFromTemplate } from './template-content.ts'

/** What the address says: a template to send from, or to change; undefined as its id for a new one. */
export interface TemplateWish {
  readonly templateId: string | undefined
  /** The newest one without it. */
  readonly version?: number | undefined
  readonly isEdited: boolean
}

/** A draft of a template, with its files handed over again. */
export async function loadTemplate(wish: TemplateWish, subscription: string | undefined): Promise<Draft> {
  const { templateId, version, isEdited } = wish
  if (templateId === undefined) {
    const template = { guid: null, name: '', version: 0, changes: 0, locks: [], isEdited: true }
    return { ...EMPTY_DRAFT, template }
  }
  const of = { params: { templateId }, query: { subscription, ...(version && { version: String(version) }) } }
  const template = await senderApi.templateStatus(of)
  const copied = await senderApi.copyTemplateFiles({
    params: { templateId },
    query: { subscription },
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { version: template.shown },
  })
  const { signers, copies } = template.content
  const everybody = [...signers, ...signers.flatMap(({ approvers }) => approvers), ...copies]
  const named = everybody.flatMap(({ userId }) => userId ?? [])
  const people = await findPeople([...new Set(named)], subscription)
  return draftFromTemplate({ template, copied, people, isEdited })
}

async function findPeople(userIds: readonly string[], subscription: string | undefined) {
  const found = new Map<string, DraftPerson>()
  for (const userId of userIds) {
    const { data } = await senderApi.suggestPeople({ query: { subscription, text: userId.slice(0, 100) } })
    const person = data.find((one) => one.userId.toLowerCase() === userId.toLowerCase())
    if (person) found.set(userId.toLowerCase(), person)
  }
  return found
}
