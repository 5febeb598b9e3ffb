import type { SignatureChange } from '../api/document-signatures.ts'

/** Changes of one kind: what no rule allows by what it is, what a rule allows by that rule. */
export interface ChangeGroup {
  readonly isAllowed: boolean
  /** A change kind of the contract, or the rule when it is allowed. */
  readonly code: string
  /** In order, each once; empty when they belong to no page. */
  readonly pages: readonly number[]
}

/** Brings changes together by what a person wants to know of them; those that no rule allows come first. */
export function groupChanges(changes: readonly SignatureChange[]): ChangeGroup[] {
  const groups = new Map<string, { isAllowed: boolean; code: string; pages: Set<number> }>()
  for (const { What, Page, JustifiedBy } of changes) {
    const code = JustifiedBy ?? What
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
