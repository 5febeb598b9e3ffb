/** Markup that is safe to put into a page as it is. */
export interface Html {
  readonly text: string
}

type Part = Html | string | number | readonly Html[]

/** Tagged template for markup: every value is escaped, save what is markup already; lists are joined. */
export function markup(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { text: literals.reduce((page, literal, index) => page + write(parts[index - 1] ?? '') + literal) }
}

/** Trusted markup from this program's own constants. */
export const trusted = (text: string): Html => ({ text })

function write(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return 'text' in part ? part.text : part.map((one) => one.text).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
