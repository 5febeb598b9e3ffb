import type { GuestWish } from '../../guests/ports.ts'
import type { PersonReference } from '../ports.ts'
import type { TemplateContent, TemplateSummary } from './ports.ts'

/** Who takes a role. */
export type RoleTaker = PersonReference & { readonly guest?: GuestWish | undefined }

/** Names of roles are the same in any letters. */
export const foldRole = (name: string): string => name.normalize('NFC').toLowerCase()

/** The roles of a template, each once: those that sign in their order, then those that only approve. */
export function rolesOf({ signers }: Pick<TemplateContent, 'signers'>): string[] {
  const named = [...signers, ...signers.flatMap(({ approvers }) => approvers)]
  const roles = new Map<string, string>()
  for (const { role } of named) if (role !== undefined && !roles.has(foldRole(role))) roles.set(foldRole(role), role)
  return [...roles.values()]
}

export const summaryOf = (content: TemplateContent): TemplateSummary => ({
  files: content.documents.length,
  roles: rolesOf(content),
  signers: content.signers.length,
})
