/** What one step of a verification found. */
export interface Step {
  readonly name: StepName
  /** `open`: nothing is wrong, and nothing is proved, since something to check it by was not there. */
  readonly outcome: 'proved' | 'failed' | 'open'
  readonly sentence: string
  /** What is wrong, each with the name of the file and what stands in it. */
  readonly faults: readonly string[]
}

export const STEP_NAMES = [
  'seal',
  'files',
  'chain',
  'values',
  'terms',
  'pages',
  'document',
  'head',
  'timestamp',
  'signatures',
] as const
export type StepName = (typeof STEP_NAMES)[number]

/** A step that fails when anything is wrong. */
export const stepOf = (
  name: StepName,
  { proved, failed }: { readonly proved: string; readonly failed: string },
  faults: readonly string[],
): Step =>
  faults.length === 0
    ? { name, outcome: 'proved', sentence: proved, faults }
    : { name, outcome: 'failed', sentence: failed, faults }

export const openStep = (name: StepName, sentence: string): Step => ({ name, outcome: 'open', sentence, faults: [] })
