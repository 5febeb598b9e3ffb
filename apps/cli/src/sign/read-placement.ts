import { readFile } from 'node:fs/promises'
import type { Box } from '@rubrica/pades'
import { UsageError } from '../command.ts'

interface PlacementOptions {
  readonly page?: string | undefined
  readonly box?: string | undefined
  readonly image?: string | undefined
  readonly field?: string | undefined
}

/** Where and with what picture the signature shows. */
export interface Placement {
  /** From 1. */
  readonly page: number
  readonly box: Box | null
  readonly image: Uint8Array | null
  /** An existing signature field to fill, or null to make one. */
  readonly field: string | null
}

/** @throws UsageError when the numbers make no sense or do not go together */
export async function readPlacement(options: PlacementOptions): Promise<Placement> {
  const { field = null } = options
  if (field !== null && (options.box !== undefined || options.page !== undefined)) {
    throw new UsageError('--field names a field that has its place; --page and --box are for a new one.')
  }
  if (options.image !== undefined && options.box === undefined && field === null) {
    throw new UsageError('--image needs --box, the place where it is drawn.')
  }
  return {
    page: readPage(options.page ?? '1'),
    box: options.box === undefined ? null : readBox(options.box),
    image: options.image === undefined ? null : new Uint8Array(await readFile(options.image)),
    field,
  }
}

/** A page number from 1. */
export function readPage(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError('--page is a number from 1.')
  return Number(text)
}

function readBox(text: string): Box {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  const [x, y, width, height] = numbers
  const areNumbers = numbers.length === 4 && numbers.every(Number.isFinite)
  if (!areNumbers || x === undefined || y === undefined || !width || !height || width < 0 || height < 0) {
    throw new UsageError('--box is x,y,width,height in points from the lower left corner of the page.')
  }
  return { x, y, width, height }
}
