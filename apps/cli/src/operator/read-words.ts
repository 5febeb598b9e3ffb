import { UsageError } from '../command.ts'

/** Words separated by commas, each one of `allowed` in any case. */
export function readWords<const W extends string>(
  text: string | undefined,
  allowed: readonly W[],
  option: string,
): W[] {
  const words = (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return words.map((word) => {
    const found = allowed.find((one) => one.toLowerCase() === word.toLowerCase())
    if (!found) throw new UsageError(`${option} takes ${allowed.join(', ')}; "${word}" is none of them.`)
    return found
  })
}

/** An option that must be given. */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new UsageError(`${option} must be given.`)
  return value
}
