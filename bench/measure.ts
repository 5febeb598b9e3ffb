/** What a benchmark reports: one figure, beside a peer or a floor that was measured in the same run. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** The peer or floor, in the same unit. */
  readonly against: { readonly what: string; readonly value: number } | null
  /** value / against, so below 1 is better than the peer where less is better. */
  readonly ratio: number | null
  readonly target: string
  readonly ok: boolean
}

export interface BenchOptions {
  /** Tells a person how far it is; never on stdout when that is to hold JSON. */
  readonly say: (line: string) => void
  /** What of the benchmark is wanted, by its names; all of it when there are none. */
  readonly parts?: readonly string[]
}

/** Measures the parts that are wanted, one after another. */
export async function measureParts(
  parts: Readonly<Record<string, (options: BenchOptions) => Promise<readonly Figure[]>>>,
  options: BenchOptions,
): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(parts)) {
    if (!options.parts?.length || options.parts.includes(name)) figures.push(...(await measure(options)))
  }
  return figures
}

/** @returns milliseconds */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The middle of several measurements: one slow run of a shared machine does not decide. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The value that this share of all is at most. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

/** Three significant digits are what such measurements carry. */
export const round = (value: number): number => Number(value.toPrecision(3))

/** Of a server that is measured: no limit on calls, and quiet logs. */
export const UNLIMITED = { CALLS_PER_MINUTE: '1000000', SENT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' } as const
