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
  if (signers > 1) throw new UsageError('--page and --box are for a single signer; two signatures would overlap.')
  const numbers = box.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  const [x, y, width, height] = numbers
  const isBox = numbers.length === 4 && numbers.every((number) => Number.isFinite(number) && number >= 0)
  if (!isBox || !width || !height || !/^[1-9]\d{0,4}$/.test(page))
    throw new UsageError('--page is a number, --box is X,Y,WIDTH,HEIGHT.')
  return { page: Number(page), x: x!, y: y!, width, height }
}
