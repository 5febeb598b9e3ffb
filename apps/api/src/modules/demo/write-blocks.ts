import { CLAUSES, LEAD, type Language } from './demo-texts.ts'
import type { Block } from './lay-out-page.ts'

/** Clauses, as often as a long document needs them. */
export function clauses(language: Language, count: number): (person: { readonly name: string }) => Block[] {
  return ({ name }) => [
    { kind: 'text', text: LEAD[language](name) },
    ...Array.from({ length: count }, (_, i): Block[] => {
      const [heading, text] = CLAUSES[language][i % CLAUSES[language].length]!
      return [
        { kind: 'heading', text: `${i + 1}. ${heading}` },
        { kind: 'text', text },
      ]
    }).flat(),
  ]
}

/** Lines of a table with two columns. */
export const rows = (...cells: readonly (readonly [string, string])[]) =>
  cells.map((pair): Block => ({ kind: 'row', cells: pair }))

/** Filled boxes of a form, each under its label. */
export const fields = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([label, value]): Block => ({ kind: 'field', label, value }))
