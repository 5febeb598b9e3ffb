import { readSession, writeSession } from '../../session/session-store.ts'
import type { PageMap } from '../page-map.ts'

/** How far somebody is in a document. */
export interface KeptReading {
  /** The document-page map (spec §3): -1 for a page that was never loaded. */
  readonly map: PageMap
  /** The page being read, from 1. */
  readonly page: number
  /** Pages that have been before the eyes. */
  readonly viewed: readonly number[]
}

/** Documents whose reading is kept; the one read longest ago goes first. */
const KEPT_DOCUMENTS = 5
const DECIMALS = 1e4

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number')
}

/** A stored reading as far as it makes sense: what stands in the session may have been written by anybody. */
function parseReading(value: unknown): KeptReading | null {
  const { map, page, viewed } = (value ?? {}) as Record<string, unknown>
  if (!isNumbers(map) || !isNumbers(viewed) || map.length === 0) return null
  const inside = (number: number) => Number.isInteger(number) && number >= 1 && number <= map.length
  if (typeof page !== 'number' || !inside(page)) return null
  return { map: map.map((shape) => (shape > 0 ? shape : -1)), page, viewed: viewed.filter(inside) }
}

function readAll(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(readSession('documentMap') ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** How far the person was in a document in this session; null when it is new to them. */
export function keptReading(document: string): KeptReading | null {
  return parseReading(readAll()[document])
}

/** Keeps how far the person is, so that a reload of the page finds the same place. */
export function keepReading(document: string, { map, page, viewed }: KeptReading): void {
  const others = Object.entries(readAll()).filter(([name]) => name !== document)
  const rounded = { map: map.map((shape) => Math.round(shape * DECIMALS) / DECIMALS), page, viewed }
  const kept = [...others, [document, rounded] as const].slice(-KEPT_DOCUMENTS)
  writeSession('documentMap', JSON.stringify(Object.fromEntries(kept)))
}
