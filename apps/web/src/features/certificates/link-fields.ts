import type { LinkField } from '@rubrica/providers/manifests'
import type { LinkFields } from './account/account-calls.ts'

/** Whether the form may be sent: every field that is not optional holds something (spec §5). */
export function isFilled(fields: readonly LinkField[], typed: LinkFields): boolean {
  return fields.every((field) => field.optional === true || valueOf(field, typed) !== '')
}

/** What is sent: names and codes without the blanks around them, secrets as they were typed, nothing that is empty. */
export function fieldsToSend(fields: readonly LinkField[], typed: LinkFields): LinkFields {
  const filled = fields.map((field) => [field.name, valueOf(field, typed)] as const)
  return Object.fromEntries(filled.filter(([, value]) => value !== ''))
}

/** What stays in the form once it was sent: neither secrets nor codes. */
export function withoutSecrets(fields: readonly LinkField[], typed: LinkFields): LinkFields {
  const kept = fields.filter(({ kind }) => kind === 'text').map(({ name }) => [name, typed[name] ?? ''] as const)
  return Object.fromEntries(kept)
}

function valueOf({ name, kind }: LinkField, typed: LinkFields): string {
  const value = typed[name] ?? ''
  return kind === 'secret' ? value : value.trim()
}
