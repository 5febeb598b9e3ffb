import { CONTENT_ID } from './content-id.ts'

/** Gives the focus to the screen when what had it is gone or can no longer be used; it is not left nowhere. */
export function rescueFocus(): void {
  const { activeElement } = document
  if (activeElement !== document.body && !activeElement?.matches(':disabled')) return
  document.getElementById(CONTENT_ID)?.focus({ preventScroll: true, focusVisible: false })
}
