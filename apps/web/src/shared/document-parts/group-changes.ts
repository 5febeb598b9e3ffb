import type { SignatureChange } from '../api/document-signatures.ts'

/** Changes of one kind: what no rule allows by what it is, what a rule allows by that rule. */
export interface ChangeGroup {
  readonly isAllowed: boolean
  /** A change kind of the contract, or the rule when it is allowed; SIGNATURE_FIELD for a place to sign. */
  readonly code: string
  /** In order, each once; empty when they belong to no page. */
  readonly pages: readonly number[]
}

/** Brings changes together by what a person wants to know of them; those that no rule allows come first. */
export function groupChanges(changes: readonly SignatureChange[]): ChangeGroup[] {
  const groups = new Map<string, { isAllowed: boolean; code: string; pages: Set<number> }>()
  const isSigned = changes.some(({ What, JustifiedBy }) => What === 'SIGNATURE' && JustifiedBy === 'SIGNATURE')
  for (const { What, Page, JustifiedBy } of changes) {
    // A field in which nobody has signed yet is only the place for it.
    const code = JustifiedBy === 'SIGNATURE' && !isSigned ? 'SIGNATURE_FIELD' : (JustifiedBy ?? What)
    const isAllowed = JustifiedBy !== null
    const key = `${isAllowed} ${code}`
    const group = groups.get(key) ?? { isAllowed, code, pages: new Set<number>() }
    groups.set(key, group)
    if (Page !== null) group.pages.add(Page)
  }
  return [...groups.values()]
    .map(({ pages, ...group }) => ({ ...group, pages: [...pages].sort((a, b) => a - b) }))
    .sort((a, b) => Number(a.isAllowed) - Number(b.isAllowed))
}
