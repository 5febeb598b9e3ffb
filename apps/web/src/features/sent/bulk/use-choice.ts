import { MOST_BULK_DOCUMENTS } from '@rubrica/contract'
import { useState } from 'react'
import type { SentItem } from '../sent-queries.ts'

export interface Choice {
  readonly guids: readonly string[]
  readonly has: (guid: string) => boolean
  readonly isFull: boolean
  readonly toggle: (guid: string) => void
  /** All that are loaded, as far as so many can be acted on at once. */
  readonly all: () => void
  readonly clear: () => void
}

/** Which documents of the list are chosen; those that are in it no more are chosen no more. */
export function useChoice(items: readonly SentItem[] | undefined): Choice {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const guids = (items ?? []).filter(({ guid }) => chosen.has(guid)).map(({ guid }) => guid)
  const isFull = guids.length >= MOST_BULK_DOCUMENTS
  return {
    guids,
    isFull,
    has: (guid) => chosen.has(guid),
    toggle: (guid) => {
      const next = new Set(guids)
      if (!next.delete(guid) && !isFull) next.add(guid)
      setChosen(next)
    },
    all: () => setChosen(new Set((items ?? []).slice(0, MOST_BULK_DOCUMENTS).map(({ guid }) => guid))),
    clear: () => setChosen(new Set()),
  }
}
