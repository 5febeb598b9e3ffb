import { UsageError } from '../command.ts'

/** A visible signature's place: page from 1, box in points from the lower left corner of the displayed page. */
export interface Position {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Reads --page and --box, which go together. */
export function readPlacement(
  { page, box }: { readonly page?: string; readonly box?: string },
  signers: number,
): Position | undefined {
  if (page === undefined && box === undefined) return undefined
  if (page === undefined || box === undefined) throw new UsageError('--page and --box go together.')
  if (signers > 1) throw new UsageError('--page and --box are for a single signer; --at is for several.')
  const spot = readNumbers(page, box.split(','))
  if (!spot) throw new UsageError('--page is a number, --box is X,Y,WIDTH,HEIGHT.')
  return spot
}

/** Reads PAGE,X,Y,WIDTH,HEIGHT. */
export function readSpot(text: string): Position {
  const [page, ...box] = text.split(',')
  const spot = readNumbers(page ?? '', box)
  if (!spot) throw new UsageError('--at is PAGE,X,Y,WIDTH,HEIGHT.')
  return spot
}

function readNumbers(page: string, box: readonly string[]): Position | undefined {
  const numbers = box.map((part) => (part.trim() === '' ? NaN : Number(part)))
  const [x, y, width, height] = numbers
  const isBox = numbers.length === 4 && numbers.every((number) => Number.isFinite(number) && number >= 0)
  if (!isBox || !width || !height || !/^[1-9]\d{0,4}$/.test(page)) return undefined
  return { page: Number(page), x: x!, y: y!, width, height }
}
