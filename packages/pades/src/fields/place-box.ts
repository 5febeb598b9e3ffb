/**
 * Turns a box on the displayed page into a rectangle of user space, and back into the size of its appearance.
 *
 * A page may be cropped, turned by /Rotate and scaled by /UserUnit; the box is as a person sees it.
 */
import type { PageGeometry } from '@rubrica/pdf'
import { PadesError } from '../pades-error.ts'
import type { Box } from '../types.ts'

export type Rectangle = readonly [number, number, number, number]

/** A person's drag may end a hair outside of the page. */
const SLACK = 1

/** @throws PadesError BOX_INVALID when the box is not wholly on the page */
export function boxToRectangle(box: Box, geometry: PageGeometry): Rectangle {
  const { cropBox, rotate, userUnit } = geometry
  const [x0, y0, x1, y1] = cropBox
  const { width: pageWidth, height: pageHeight } = displayedPageSize(geometry)
  const { x, y, width, height } = box
  const sane = [x, y, width, height].every(Number.isFinite) && width > 0 && height > 0
  if (!sane || x < -SLACK || y < -SLACK || x + width > pageWidth + SLACK || y + height > pageHeight + SLACK) {
    throw new PadesError('BOX_INVALID', { box, pageWidth, pageHeight })
  }
  const [left, bottom] = [x / userUnit, y / userUnit]
  const [right, top] = [(x + width) / userUnit, (y + height) / userUnit]
  const corners = {
    0: [x0 + left, y0 + bottom, x0 + right, y0 + top],
    90: [x1 - top, y0 + left, x1 - bottom, y0 + right],
    180: [x1 - right, y1 - top, x1 - left, y1 - bottom],
    270: [x0 + bottom, y1 - right, x0 + top, y1 - left],
  }[rotate] as [number, number, number, number]
  return corners.map((value) => Math.round(value * 1000) / 1000) as unknown as Rectangle
}

/** How large a page is as a person sees it, in points. */
export function displayedPageSize(geometry: PageGeometry): { width: number; height: number } {
  const { width, height } = displayedSize(geometry.cropBox, geometry)
  return { width: width * geometry.userUnit, height: height * geometry.userUnit }
}

/** Width and height of a rectangle of user space as the person sees them, in user space units. */
export function displayedSize(
  [x0, y0, x1, y1]: Rectangle,
  { rotate }: PageGeometry,
): { width: number; height: number } {
  const [width, height] = [x1 - x0, y1 - y0]
  return rotate === 90 || rotate === 270 ? { width: height, height: width } : { width, height }
}

/** The form matrix that keeps an appearance upright on a page turned clockwise. */
export function uprightMatrix({ rotate }: PageGeometry): readonly number[] {
  return { 0: [1, 0, 0, 1, 0, 0], 90: [0, 1, -1, 0, 0, 0], 180: [-1, 0, 0, -1, 0, 0], 270: [0, -1, 1, 0, 0, 0] }[rotate]
}
