/** Between a page on the screen and its points. The screen counts from the upper left corner, a PDF from the lower left. */
import type { Place } from './places.ts'

/** A page as it is drawn. */
export interface Sheet {
  /** CSS pixels. */
  readonly width: number
  readonly height: number
  /** Points, as displayed: cropped and turned. The server takes it back to the file’s own coordinates. */
  readonly page: { readonly width: number; readonly height: number }
}

export const toPoint = ({ left, top }: { left: number; top: number }, { width, height, page }: Sheet) => ({
  x: (left / width) * page.width,
  y: (1 - top / height) * page.height,
})

export const toPixel = ({ x, y }: { x: number; y: number }, { width, height, page }: Sheet) => ({
  left: (x / page.width) * width,
  top: (1 - y / page.height) * height,
})

const percent = (share: number) => `${share * 100}%`

/** Where a box lies on its page, whatever the zoom. */
export const boxStyle = ({ x, y, width, height }: Place, page: Sheet['page']) => ({
  left: percent(x / page.width),
  top: percent(1 - (y + height) / page.height),
  width: percent(width / page.width),
  height: percent(height / page.height),
})
