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

const SIDEWAYS = ['ArrowLeft', 'ArrowRight']
/** How much of a screen Page Down moves: what was read last stays in sight. */
const SCREEN = 0.9

/** The keys of the viewer: a screen or a page on or back, first and last page, zoom. Lines scroll as everywhere. */
export function useKeyCommands({ desk, current, total, go, zoom }: KeyTargets) {
  const scroll = (screens: number) => desk?.scrollBy({ top: screens * SCREEN * desk.clientHeight, behavior: 'instant' })
  const commands: Record<string, () => void> = {
    PageDown: () => scroll(1),
    PageUp: () => scroll(-1),
    Home: () => go(1),
    End: () => go(total),
    '+': zoom.in,
    '=': zoom.in,
    '-': zoom.out,
    '0': zoom.fitWidth,
    ArrowRight: () => go(current + 1),
    ArrowLeft: () => go(current - 1),
  }
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if ((event.target as Element).closest(OWN_KEYS) || isBesidePages(event)) return
    const command = commands[event.key]
    if (!command) return
    // Where a zoomed page can be moved sideways, the arrows do that.
    if (SIDEWAYS.includes(event.key) && desk && desk.scrollWidth > desk.clientWidth) return
    event.preventDefault()
    command()
  }
}
