import { snapPageImageWidth } from '@rubrica/domain'

/** The widest a page gets at zoom 1, in CSS pixels. */
const WIDEST_FIT = 900
const PHONE = 600
const SIDE_PANEL_BREAKPOINT = 760
const NARROW_PANEL_BREAKPOINT = 1100

/** From this width on a page counts as read by the server; smaller images are thumbnails. */
const READING_WIDTH = 640
/** More device pixels per CSS pixel than two are hardly seen and cost twice the bytes. */
const LARGEST_DENSITY = 2

/** How wide a page is at zoom 1 on a desk of this width (CSS pixels). */
export function fitWidth(deskWidth: number): number {
  return Math.max(160, Math.min(WIDEST_FIT, Math.floor(deskWidth) - (deskWidth < PHONE ? 16 : 64)))
}

/** The width of the desk in a window of this width, before it is drawn: beside the side panel, where there is one. */
export function expectedDeskWidth(windowWidth: number): number {
  if (windowWidth <= SIDE_PANEL_BREAKPOINT) return windowWidth
  return windowWidth - (windowWidth <= NARROW_PANEL_BREAKPOINT ? 300 : 360)
}

/** The width of the image to ask for, in device pixels, for a page drawn `width` CSS pixels wide. */
export function imageWidthFor(width: number, density: number): number {
  return snapPageImageWidth(Math.max(READING_WIDTH, Math.ceil(width * Math.min(density, LARGEST_DENSITY))))
}

/** How wide the viewer will show a page at first (CSS pixels), known before anything is drawn. */
export function firstPageWidth(windowWidth = window.innerWidth): number {
  return fitWidth(expectedDeskWidth(windowWidth))
}

/** The width of page images that the viewer will ask for first (device pixels). */
export function firstImageWidth(windowWidth = window.innerWidth): number {
  return imageWidthFor(firstPageWidth(windowWidth), window.devicePixelRatio)
}
