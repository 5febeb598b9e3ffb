import '@fontsource/dancing-script/400.css'
import { boxOf, drawStroke, INK, type Box, type Stroke } from './strokes.ts'

/** A signature as it was drawn, and the name that stands in for it as long as there is one. */
export interface Drawing {
  readonly strokes: readonly Stroke[]
  readonly typed: string
}

export const NO_DRAWING: Drawing = { strokes: [], typed: '' }

const FONT_SIZE = 72
const FONT = `${FONT_SIZE}px 'Dancing Script', cursive`
/** Room around what is drawn when it is too wide for the field. */
const MARGIN = 16
/** How much finer the picture is than the screen: as fine as print. */
const FINENESS = 3
const LARGEST_PICTURE = { width: 1200, height: 600 }

/** Readies the script font for a name, which a canvas does not wait for. */
export async function loadScript(text: string): Promise<void> {
  await document.fonts.load(FONT, text)
}

/** The box of a name written from (0, 0), its letters' tails and flourishes included. */
function boxOfText(context: CanvasRenderingContext2D, text: string): Box {
  context.font = FONT
  const size = context.measureText(text)
  const pad = FONT_SIZE / 12
  const x = -size.actualBoundingBoxLeft - pad
  const y = -size.actualBoundingBoxAscent - pad
  return {
    x,
    y,
    width: size.actualBoundingBoxRight + pad - x,
    height: size.actualBoundingBoxDescent + pad - y,
  }
}

function draw(context: CanvasRenderingContext2D, { strokes, typed }: Drawing): void {
  if (typed.trim() === '') {
    for (const stroke of strokes) drawStroke(context, stroke)
    return
  }
  context.font = FONT
  context.fillStyle = INK
  context.fillText(typed.trim(), 0, 0)
}

const boxOfDrawing = (context: CanvasRenderingContext2D, { strokes, typed }: Drawing): Box | undefined =>
  typed.trim() === '' ? boxOf(strokes) : boxOfText(context, typed.trim())

/**
 * By how much strokes are made smaller in a field of such a width: those of a wider one, drawn before it was narrowed.
 */
export function scaleOf(strokes: readonly Stroke[], width: number): number {
  const box = boxOf(strokes)
  return box && width > MARGIN ? Math.min(1, (width - MARGIN) / (box.x + box.width)) : 1
}

/** Shows a drawing in its field, sharp on any screen; a typed name stands in the middle, and all of it is seen. */
export function showDrawing(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const context = canvas.getContext('2d')
  const { clientWidth: width, clientHeight: height } = canvas
  if (!context || width === 0) return
  const density = Math.max(1, window.devicePixelRatio)
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  context.setTransform(density, 0, 0, density, 0, 0)
  const box = boxOfDrawing(context, drawing)
  if (!box) return
  if (drawing.typed.trim() === '') {
    const scale = scaleOf(drawing.strokes, width)
    context.scale(scale, scale)
  } else {
    const scale = Math.min(1, (width - 2 * MARGIN) / box.width, (height - 2 * MARGIN) / box.height)
    context.translate((width - box.width * scale) / 2, (height - box.height * scale) / 2)
    context.scale(scale, scale)
    context.translate(-box.x, -box.y)
  }
  draw(context, drawing)
}

/** The drawing alone on a transparent ground, as a PNG; null when there is nothing, or the browser makes no picture. */
export async function pictureOf(drawing: Drawing): Promise<Blob | null> {
  if (drawing.typed.trim() !== '') await loadScript(drawing.typed)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const box = context && boxOfDrawing(context, drawing)
  if (!context || !box) return null
  const scale = Math.min(FINENESS, LARGEST_PICTURE.width / box.width, LARGEST_PICTURE.height / box.height)
  canvas.width = Math.max(1, Math.ceil(box.width * scale))
  canvas.height = Math.max(1, Math.ceil(box.height * scale))
  context.scale(scale, scale)
  context.translate(-box.x, -box.y)
  draw(context, drawing)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
