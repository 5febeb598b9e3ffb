/** Where the words of a page stand, so that they can be selected on its image. */
import type { PdfiumExports } from '../pdfium-exports.ts'
import { MAX_TEXT_LINES, type TextLine } from '../isolation/render-protocol.ts'

/** Device units per point: shares of the page get as exact as a tenth of a point. */
const UNITS = 10
/** FS_RECTF: left, top, right, bottom as 32-bit floats; two 32-bit integers follow it in our scratch memory. */
const RECTANGLE_BYTES = 16
const SCRATCH_BYTES = RECTANGLE_BYTES + 8
/** Letters of one line are no further apart than this share of its height; columns are. */
const WIDEST_GAP = 1.2
const DECIMALS = 1e5

interface TextPage {
  readonly page: number
  readonly text: number
}

/** In device units, y downwards. */
interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Run {
  text: string
  box: Box
}

/** The letters of a text page, one by one: empty for what says nothing, a line feed at the end of a line. */
export type Letters = Iterable<{ readonly index: number; readonly letter: string }>

/** The lines of a page and their boxes; none when there are more than anybody selects in, or no memory for them. */
export function locateText(exports: PdfiumExports, { page, text }: TextPage, letters: Letters): TextLine[] {
  const width = Math.round(exports.FPDF_GetPageWidth(page) * UNITS)
  const height = Math.round(exports.FPDF_GetPageHeight(page) * UNITS)
  const scratch = exports.malloc(SCRATCH_BYTES) >>> 0
  if (scratch === 0 || !(width > 0 && height > 0)) return []
  const toDevice = (x: number, y: number): readonly [number, number] => {
    const into = scratch + RECTANGLE_BYTES
    exports.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, into, into + 4)
    const view = new DataView(exports.memory.buffer, into, 8)
    return [view.getInt32(0, true), view.getInt32(4, true)]
  }
  const boxOf = (index: number): Box | undefined => {
    if (exports.FPDFText_IsGenerated(text, index) === 1) return undefined
    if (exports.FPDFText_GetLooseCharBox(text, index, scratch) === 0) return undefined
    const view = new DataView(exports.memory.buffer, scratch, RECTANGLE_BYTES)
    const one = toDevice(view.getFloat32(0, true), view.getFloat32(4, true))
    const other = toDevice(view.getFloat32(8, true), view.getFloat32(12, true))
    return around({ left: one[0], top: one[1], right: one[0], bottom: one[1] }, other)
  }
  try {
    const runs = joinLetters(letters, boxOf)
    return runs.length > MAX_TEXT_LINES ? [] : runs.map((run) => toLine(run, { width, height }))
  } finally {
    exports.free(scratch)
  }
}

function joinLetters(letters: Letters, boxOf: (index: number) => Box | undefined): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  for (const { index, letter } of letters) {
    if (runs.length > MAX_TEXT_LINES) break
    if (letter === '\n') run = undefined
    if (letter === '\n' || letter === '') continue
    const box = boxOf(index)
    if (run && (!box || isBeside(run.box, box))) {
      run.text += letter
      if (box) run.box = union(run.box, box)
    } else if (box) {
      run = { text: letter, box }
      runs.push(run)
    }
  }
  return runs.filter(({ text }) => text.trim() !== '')
}

/** Whether a letter goes on with a line: on its height, and hardly further than a blank away. */
function isBeside(line: Box, letter: Box): boolean {
  const height = Math.max(line.bottom - line.top, 1)
  const shared = Math.min(line.bottom, letter.bottom) - Math.max(line.top, letter.top)
  const gap = Math.max(letter.left - line.right, line.left - letter.right)
  return shared * 2 >= Math.min(height, letter.bottom - letter.top) && gap <= height * WIDEST_GAP
}

const around = (box: Box, [x, y]: readonly [number, number]): Box =>
  union(box, { left: x, top: y, right: x, bottom: y })

const union = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
})

function toLine({ text, box }: Run, page: { width: number; height: number }): TextLine {
  const share = (length: number, whole: number) => Math.round((length / whole) * DECIMALS) / DECIMALS
  return {
    text: text.trimEnd(),
    left: share(box.left, page.width),
    top: share(box.top, page.height),
    width: share(box.right - box.left, page.width),
    height: share(box.bottom - box.top, page.height),
  }
}
