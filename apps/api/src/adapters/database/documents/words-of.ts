import { foldText } from '@rubrica/domain'

/** What people look for a document by. */
interface Header {
  readonly fileName: string
  readonly senderName: string
  readonly tags: readonly string[]
}

/** Columns of `signers` that are searched instead of the names themselves. */
export interface Words {
  readonly folded_file_name: string
  readonly folded_sender_name: string
  readonly folded_tag: string
}

/** Bytes that fit into one row of the index with room for its keys; the names as they are have no more (contract). */
const MOST_BYTES = 2000

/**
 * The names without accents and in small letters. Of a few letters of few scripts the folded form is longer: names that
 * would not fit into the index then are searched as they are written.
 */
export function wordsOf({ fileName, senderName, tags }: Header): Words {
  const names = [fileName, senderName, tags.join(',')]
  const folded = names.map(foldText)
  const [file, sender, tag] = Buffer.byteLength(folded.join('')) > MOST_BYTES ? names : folded
  return { folded_file_name: file!, folded_sender_name: sender!, folded_tag: tag! }
}

/** A pattern for LIKE over such a column: the text stands somewhere in it, taken literally. */
export const partOf = (text: string): string => `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`
