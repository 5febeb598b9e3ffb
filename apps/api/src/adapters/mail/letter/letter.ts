import type { Language } from '@rubrica/domain'

/** A mail before it is text or HTML. Its words are filled in, and none of them is markup. */
export interface Letter {
  readonly language: Language
  readonly subject: string
  readonly blocks: readonly Block[]
}

/** Below each other, in their order. */
export type Block =
  | { readonly is: 'paragraph'; readonly lines: readonly string[] }
  /** What somebody else wrote, below words that say whose it is. */
  | { readonly is: 'quote'; readonly heading: string; readonly lines: readonly string[] }
  | { readonly is: 'code'; readonly code: string }
  | { readonly is: 'list'; readonly items: readonly ListItem[] }
  /** Where a press leads: the sentence says so in text, the label on a button. No address acts by itself. */
  | { readonly is: 'way'; readonly sentence: string; readonly label: string; readonly address: string }
  /** Small print, and where it leads, if anywhere. */
  | { readonly is: 'note'; readonly text: string; readonly address?: string }

/** A line, and what is said further of it. */
export interface ListItem {
  readonly line: string
  readonly further?: string
}

export const paragraph = (...lines: string[]): Block => ({ is: 'paragraph', lines })
export const note = (text: string, address?: string): Block => ({
  ...{ is: 'note', text },
  ...(address !== undefined && { address }),
})
