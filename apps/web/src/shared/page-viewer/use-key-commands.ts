import type { KeyboardEvent } from 'react'

interface KeyTargets {
  desk: HTMLElement | null
  current: number
  total: number
  go: (page: number) => void
  zoom: { in: () => void; out: () => void; fitWidth: () => void }
}

/** Controls that use these keys themselves. */
const OWN_KEYS = 'input, textarea, select, dialog, [role="tab"], [role="menu"]'

/** A panel beside the pages is scrolled by these keys. */
function isBesidePages({ target, currentTarget }: KeyboardEvent): boolean {
  const panel = (target as Element).closest('aside')
  return panel !== null && currentTarget.contains(panel)
}

/** The keys of the viewer: a page on or back, first and last page, zoom. Lines scroll as everywhere. */
export function useKeyCommands({ desk, current, total, go, zoom }: KeyTargets) {
  const commands: Record<string, () => void> = {
    PageDown: () => go(current + 1),
    PageUp: () => go(current - 1),
    Home: () => go(1),
    End: () => go(total),
    '+': zoom.in,
    '=': zoom.in,
    '-': zoom.out,
    '0': zoom.fitWidth,
  }
  // Where a zoomed page can be moved sideways, the arrows do that.
  if (desk && desk.scrollWidth <= desk.clientWidth) {
    commands.ArrowRight = commands.PageDown!
    commands.ArrowLeft = commands.PageUp!
  }
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if ((event.target as Element).closest(OWN_KEYS) || isBesidePages(event)) return
    const command = commands[event.key]
    if (!command) return
    event.preventDefault()
    command()
  }
}
