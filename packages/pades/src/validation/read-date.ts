/**
 * PDF dates (ISO 32000-2 clause 7.9.4).
 *
 * Everything after the year may be missing; without a zone the time is taken as UTC.
 */
import { decodeText, type PdfObject, PdfString } from '@rubrica/pdf'

const DATE = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/

/** Null for anything that is no date. */
export function readDate(object: PdfObject): Date | null {
  const match = object instanceof PdfString ? DATE.exec(decodeText(object)) : null
  if (match === null) return null
  const part = (index: number, fallback: string): string => match[index] ?? fallback
  const day = `${part(1, '')}-${part(2, '01')}-${part(3, '01')}`
  const clock = `${part(4, '00')}:${part(5, '00')}:${part(6, '00')}`
  const zone = match[7] === undefined ? 'Z' : `${match[7]}${part(8, '00')}:${part(9, '00')}`
  const date = new Date(`${day}T${clock}${zone}`)
  return Number.isNaN(date.getTime()) ? null : date
}
