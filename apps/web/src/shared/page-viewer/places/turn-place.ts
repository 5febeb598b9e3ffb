import type { ReactNode } from 'react'

/** A box on a page, in shares of the page from its upper left corner. */
export interface PagePlace {
  /** From 1. */
  readonly Page: number
  readonly Left: number
  readonly Top: number
  readonly Width: number
  readonly Height: number
  /** What will stand in it, where that is known. */
  readonly look?: ReactNode
}

/** Where a box is on a page that is looked at turned clockwise by quarters. */
export function turnPlace(place: PagePlace, quarterTurns: number): PagePlace {
  if (quarterTurns % 4 === 0) return place
  const { Page, Left, Top, Width, Height } = place
  return turnPlace({ Page, Left: 1 - Top - Height, Top: Left, Width: Height, Height: Width }, quarterTurns - 1)
}
