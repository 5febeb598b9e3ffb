/** The page that stands on the screen before the application is there. */

/** Its element; the viewer takes it away when its own image stands. */
const EARLY_PAGE_ID = 'early-page'

/** Shows a page (a JPEG in base64) where the viewer of a phone will show it, `width` CSS pixels wide. */
export function showEarlyPage(page: string, width: number): void {
  const picture = new Image(width)
  picture.id = EARLY_PAGE_ID
  picture.alt = ''
  picture.src = `data:image/jpeg;base64,${page}`
  document.body.append(picture)
}

/** For whoever shows something in its place. */
export function removeEarlyPage(): void {
  document.getElementById(EARLY_PAGE_ID)?.remove()
}
