/** True in `npm run test:full`, which tries each variant of what `npm test` tries once. */
export const IN_FULL_RUN = process.env['RUBRICA_FULL_TESTS'] === '1'

/** All the cases in the full run; else those that are named, which must be among them. */
export function mainOf<Case>(all: readonly Case[], main: readonly NoInfer<Case>[]): readonly Case[] {
  const lost = main.filter((one) => !all.includes(one))
  if (lost.length > 0) throw new Error(`These are no cases: ${lost.join(', ')}.`)
  return IN_FULL_RUN ? all : main
}

/** All the cases in the full run; else each `step`-th of them, from the first one on. */
export const sampleOf = <Case>(all: readonly Case[], step: number): readonly Case[] =>
  IN_FULL_RUN ? all : all.filter((_, index) => index % step === 0)
