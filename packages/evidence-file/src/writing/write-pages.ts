/** Writes a tagged PDF/A-3 of text that bears no further files (ISO 19005-3). */
import { dictOf, encodeText, nameOf, NewPdf, type PdfDict, type PdfObject } from '@rubrica/pdf'
import { sha256Of } from '../sha256-of.ts'
import { type Block, layOutBlocks } from './lay-out-blocks.ts'
import { writeMetadata } from './write-metadata.ts'
import { writeTaggedPages } from './write-tagged-pages.ts'

export interface Pages {
  readonly title: string
  /** BCP 47 tag of the pages. */
  readonly language: string
  readonly blocks: readonly Block[]
  /** Stands below each page. */
  readonly footer: string
  readonly madeAt: Date
}

/** The catalog of a file with these pages. @param attach adds what the file bears besides, and gives its entries */
export function catalogOf(
  file: NewPdf,
  { title, language, blocks, footer, madeAt }: Pages,
  attach: () => Readonly<Record<string, PdfObject>> = () => ({}),
): PdfDict {
  const { pages, structure } = writeTaggedPages(file, layOutBlocks(blocks), footer)
  const entries = attach()
  return dictOf({
    Type: nameOf('Catalog'),
    Pages: pages,
    Lang: encodeText(language),
    MarkInfo: dictOf({ Marked: true }),
    StructTreeRoot: structure,
    ViewerPreferences: dictOf({ DisplayDocTitle: true }),
    Metadata: file.add(writeMetadata({ title, language, madeAt })),
    ...entries,
  })
}

/** The same pages give the same octets. */
export function writePages(pages: Pages): Buffer {
  const file = new NewPdf()
  const root = file.add(catalogOf(file, pages))
  const id = Buffer.from(sha256Of(Buffer.from(JSON.stringify(pages))), 'hex').subarray(0, 16)
  return file.write({ root, id })
}
