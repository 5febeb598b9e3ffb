/**
 * What is painted, item by item, each with all that decides how it looks (ISO 32000-2 clauses 8.4, 8.5, 8.6 and 9).
 */
import type { PdfObject } from '@rubrica/pdf'
import { type Box, type Matrix, UNIT } from './geometry.ts'

export interface Colour {
  /** `g`, `rg`, `k`, or those by a space: `cs` until a colour of it is chosen, then `sc`. */
  readonly operator: string
  readonly numbers: readonly number[]
  /** The name of a pattern. */
  readonly pattern: string | null
  /** The name of the space; null for those of the operators themselves. */
  readonly space: string | null
}

export interface GraphicsState {
  readonly matrix: Matrix
  /** What is not cut off, where that is a rectangle and each cut left most of it. */
  readonly clip: Box | 'other'
  /** Everything that cut something off, in a form to be compared. */
  readonly cuts: string
  readonly fill: Colour
  readonly stroke: Colour
  /** In units of the stream. */
  readonly lineWidth: number
  /** Named states that were set, and how what is painted blends with what is below. */
  readonly named: string
  readonly blend: string
  readonly font: string
  readonly size: number
  readonly leading: number
  /** Of text: across, in shares; between characters and words; above the line; and how it is painted. */
  readonly stretch: number
  readonly spacing: number
  readonly wordSpacing: number
  readonly rise: number
  readonly mode: number
}

export interface TextItem {
  readonly kind: 'text'
  readonly state: GraphicsState
  /** Without white space. */
  readonly text: string
  /** Where its line starts and how it lies, from units of the text to those of the stream. */
  readonly place: Matrix
  /** Where it ends, as far as that is known without its font. */
  readonly end: number
  /** The widest gap within it, in thousandths of its size. */
  readonly kerning: number
}

export interface PathItem {
  readonly kind: 'path'
  readonly state: GraphicsState
  /** The operator that painted it. */
  readonly operator: string
  readonly segments: readonly Segment[]
}

export interface Segment {
  readonly operator: string
  /** In units of the stream, whatever the matrix was. */
  readonly points: readonly number[]
}

/** A form or an image by its name; without a name an image within the stream, or a shading. */
export interface PictureItem {
  readonly kind: 'picture'
  readonly state: GraphicsState
  readonly name: string | null
  readonly value: PdfObject
}

export type Item = TextItem | PathItem | PictureItem

export interface Canvas {
  /** Beyond which nothing is shown; null where the stream does not say it. */
  readonly box: Box | null
  readonly items: readonly Item[]
  /** Whether parts may be left out, as optional content is. */
  readonly isOptional: boolean
  /** Whether readers could disagree on which operands count. */
  readonly isOdd: boolean
}

const BLACK: Colour = { operator: 'g', numbers: [0], pattern: null, space: null }

export const FIRST_STATE: GraphicsState = {
  ...{ matrix: UNIT, clip: 'other', cuts: '', fill: BLACK, stroke: BLACK, lineWidth: 1, named: '', blend: 'Normal' },
  ...{ font: '', size: 0, leading: 0, stretch: 1, spacing: 0, wordSpacing: 0, rise: 0, mode: 0 },
}
