import type { Language } from '@rubrica/domain'

/** A mail before it is text or HTML. Its words are filled in, and none of them is markup. */
export interface Letter {
  readonly language: Language
  readonly subject: string
  readonly blocks: readonly Block[]
}

/** Below each other, in their order. */
export type Block =
  | { readonly is: 'words'; readonly lines: readonly string[] }
  /** What somebody else wrote, below words that say whose it is. */
  | { readonly is: 'quote'; readonly heading: string; readonly lines: readonly string[] }
  | { readonly is: 'code'; readonly code: string }
  /** Each with what is said further of it. */
  | { readonly is: 'list'; readonly items: readonly { readonly line: string; readonly further?: string }[] }
  /** Where a press leads: the sentence says so in text, the label on a button. No address acts by itself. */
  | { readonly is: 'way'; readonly sentence: string; readonly label: string; readonly address: string }
  | { readonly is: 'note'; readonly text: string }

export const words = (...lines: string[]): Block => ({ is: 'words', lines })
export const note = (text: string): Block => ({ is: 'note', text })
