import { showEarlyView } from '../shared/early-view.ts'

interface Place {
  /** CSS pixels. */
  readonly width: number
  /** Whether the bar over it is folded. */
  readonly isFolded: boolean
}

/**
 * Shows a page (a JPEG in base64) where the viewer of a phone will: under the header, the document's bar and a gap.
 * @throws {Event} when it is no image
 */
export async function drawPage(page: string, { width, isFolded }: Place): Promise<void> {
  const picture = new Image(width)
  picture.alt = ''
  // The style sheets may not be there yet.
  picture.style.cssText = `position:fixed;top:${isFolded ? 117 : 175}px;left:calc(50% - ${width / 2}px)`
  const loaded = new Promise((done, fail) => Object.assign(picture, { onload: done, onerror: fail }))
  picture.src = `data:image/jpeg;base64,${page}`
  const drawn = showEarlyView(isFolded ? 'page folded' : 'page', picture)
  await loaded
  // Rounded as the viewer rounds it.
  picture.height = Math.round((width * picture.naturalHeight) / picture.naturalWidth)
  await drawn
}
