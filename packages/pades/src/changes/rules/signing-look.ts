/**
 * Whether a button shows what a signature of the same revision shows: writers repeat a signature in further places so,
 * since its field has one (ISO 32000-2 clauses 12.7.5.2 and 12.7.5.5).
 *
 * The places have other sizes, so positions are not compared, but words, pictures and their order.
 */
import { readFields } from '../../fields/read-fields.ts'
import { Keyword, Lexer, PdfDict, type PdfDocument, type PdfObject, type PdfStream, PdfString } from '@rubrica/pdf'
import type { Comparison } from '../comparison.ts'
import { decodeIfPossible } from '../decode-if-possible.ts'
import { isSameValue, saysTheSame } from '../same-value.ts'
import { objectAt } from '../touched-objects.ts'
import { streamsOf } from './appearance-streams.ts'
import { inheritedOf } from './field-facts.ts'

const LONGEST_CONTENT = 1024 * 1024

interface Look {
  readonly resources: PdfObject
  /** Words and names in their order. */
  readonly said: string
}

const looks = new WeakMap<Comparison, readonly Look[]>()

/** Whether all that is new in the appearance of a widget repeats a signature that the revision brought. */
export function repeatsNewSignature(
  comparison: Comparison,
  { old, now }: { readonly old: PdfDict; readonly now: PdfDict },
): boolean {
  const { before, after } = comparison
  const former = streamsOf(before, old.get('AP')) ?? []
  const fresh = streamsOf(after, now.get('AP'))?.filter((stream) => !isAmong(comparison, former, stream))
  if (fresh === undefined) return false
  const known = looks.get(comparison) ?? newLooks(comparison)
  looks.set(comparison, known)
  return fresh.every((stream) => {
    const look = lookOf(after, stream)
    return known.some(({ resources, said }) => said === look?.said && isSameValue(resources, look.resources))
  })
}

function isAmong(comparison: Comparison, former: readonly PdfStream[], stream: PdfStream): boolean {
  return former.some((other) => saysTheSame(comparison, other, stream))
}

function newLooks({ before, after, touched }: Comparison): readonly Look[] {
  const signed = readFields(after).signatureFields.filter(({ ref, value }) => {
    const old = ref === null ? null : objectAt(before, ref.num)
    const isNew = !(old instanceof PdfDict) || inheritedOf(before, old, 'V') === null
    return value !== null && ref !== null && touched.has(ref.num) && isNew
  })
  const streams = signed.flatMap(({ widgets }) => widgets.flatMap(({ dict }) => streamsOf(after, dict.get('AP')) ?? []))
  return streams.flatMap((stream) => lookOf(after, stream) ?? [])
}

function lookOf(document: PdfDocument, stream: PdfStream): Look | null {
  const content = decodeIfPossible(document, stream)
  if (content === null || content.length > LONGEST_CONTENT) return null
  const said: string[] = []
  const lexer = new Lexer(content)
  for (let token = lexer.next(); !(token instanceof Keyword && token.text === ''); token = lexer.next()) {
    if (token instanceof PdfString) said.push(Buffer.from(token.bytes).toString('latin1'))
    else if (token instanceof Keyword) said.push(PAINTING.has(token.text) ? ` ${token.text} ` : '')
    else if (typeof token !== 'number') said.push(` /${'value' in token ? token.value : ''} `)
  }
  return { resources: document.resolve(stream.dict.get('Resources')), said: said.join('') }
}

/** Operators that paint, or set colours, which are the same in all sizes. */
const PAINTING = new Set(['B', 'B*', 'BI', 'Do', 'F', 'S', 'b', 'b*', 'f', 'f*', 's', 'sh'])
