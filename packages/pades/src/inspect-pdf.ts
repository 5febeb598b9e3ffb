/** Facts about a PDF that intake and the portal need. */
import { locateWidgets, readFields, type SignatureField } from './fields/read-fields.ts'
import { readCertification } from './fields/read-permissions.ts'
import {
  geometryOf,
  isArray,
  isInteger,
  type Page,
  type PdfDocument,
  readPages,
  readVersion,
  withPdf,
  PdfError,
} from '@rubrica/pdf'
import type { PdfFacts, PdfPermissions, SignatureFieldFacts } from './types.ts'

const LINEARIZATION_WINDOW = 1024

/**
 * @throws CodedError NOT_A_PDF, PDF_DAMAGED, PDF_TOO_MANY_PAGES, PDF_TOO_COMPLEX
 */
export function inspectPdf(bytes: Uint8Array): PdfFacts {
  return withPdf(bytes, (document) => {
    const permissions = readPermissions(document)
    const { pages, fields } = permissions === null ? readParts(document) : readWhatIsClear(document)
    const newest = document.revisions[0]
    const kind = newest?.section.kind ?? 'table'
    return {
      version: readVersion(document),
      pageCount: pages.length,
      encrypted: permissions !== null,
      permissions,
      xref: newest?.hidden != null ? 'hybrid' : kind,
      linearized: isLinearized(document),
      recovered: document.recovered,
      revisions: document.revisions.length,
      certification: permissions === null ? readCertification(document) : null,
      signatureFields: describeFields(document, fields),
      hasUnsignedTail: hasUnsignedTail(document, fields),
      pages: (index) => {
        const page = pages[index]
        if (page === undefined) throw new PdfError('PAGE_OUT_OF_RANGE', { page: index + 1, pages: pages.length })
        return geometryOf(document, page)
      },
    }
  })
}

interface Parts {
  readonly pages: readonly Page[]
  readonly fields: readonly SignatureField[]
}

function readParts(document: PdfDocument): Parts {
  return { pages: readPages(document), fields: readFields(document).signatureFields }
}

/** In an encrypted file the structure is readable unless it lies in object streams. */
function readWhatIsClear(document: PdfDocument): Parts {
  try {
    return readParts(document)
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return { pages: [], fields: [] }
    throw error
  }
}

function readPermissions(document: PdfDocument): PdfPermissions | null {
  const { encryption } = document
  if (encryption === null) return null
  const flags = document.resolve(encryption.get('P'))
  const bits = isInteger(flags) ? flags : 0
  const modify = (bits & 8) !== 0
  const annotate = (bits & 32) !== 0
  return { modify, annotate, fillForms: annotate || (bits & 256) !== 0 }
}

function isLinearized({ bytes, header }: PdfDocument): boolean {
  return Buffer.from(
    bytes.buffer,
    bytes.byteOffset + header,
    Math.min(LINEARIZATION_WINDOW, bytes.length - header),
  ).includes('/Linearized')
}

function describeFields(document: PdfDocument, fields: readonly SignatureField[]): readonly SignatureFieldFacts[] {
  const pages = locateWidgets(document, fields)
  return fields.map(({ name, value, widgets }) => {
    const page = widgets.map(({ ref }) => pages.get(ref?.num ?? 0)).find((number) => number !== undefined)
    return { name, signed: value !== null, page: page ?? null }
  })
}

function hasUnsignedTail(document: PdfDocument, fields: readonly SignatureField[]): boolean {
  const ends = fields.flatMap(({ value }) => {
    const range = document.resolve(value?.get('ByteRange'))
    if (!isArray(range)) return []
    const [start, length] = [range[2], range[3]]
    return isInteger(start) && isInteger(length) ? [start + length] : []
  })
  return ends.length > 0 && Math.max(...ends) < document.bytes.length
}
