/** How the picture and the text of a stamp share its box. Lengths are user space units. */

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** An area that may be drawn in, and its size with the margin around it. */
export interface Room {
  readonly area: Area
  readonly outer: Size
  readonly margin: number
}

/** A whole box. */
export function roomOf(outer: Size): Room {
  const margin = Math.min(outer.width, outer.height) * 0.05
  const area = { x: margin, y: margin, width: outer.width - 2 * margin, height: outer.height - 2 * margin }
  return { area, outer, margin }
}

/** The image takes the left part of a wide room, the upper part of a tall one. */
export function divideRoom(
  { area, outer, margin }: Room,
  has: { readonly text: boolean; readonly image: boolean },
): { text: Area; image: Area } {
  if (!has.text || !has.image) return { text: area, image: area }
  if (outer.width >= outer.height * 1.5) {
    const left = area.width * 0.38
    const rest = area.width - left - margin
    return { image: { ...area, width: left }, text: { ...area, x: area.x + left + margin, width: rest } }
  }
  const upper = area.height * 0.5
  const rest = area.height - upper - margin
  return { image: { ...area, y: area.y + rest + margin, height: upper }, text: { ...area, height: rest } }
}
