interface ChoiceFacts<T> {
  /** Tells them apart; see `last-used.ts`. */
  readonly keyOf: (choice: T) => string
  /** Under which heading it stands, such as the name of its provider. */
  readonly groupOf: (choice: T) => string
}

export interface ChoiceGroup<T> {
  readonly label: string
  readonly choices: readonly T[]
}

/** What stands under each heading, headings in the order in which they come up. */
export function groupChoices<T>(choices: readonly T[], groupOf: ChoiceFacts<T>['groupOf']): readonly ChoiceGroup<T>[] {
  const groups = new Map<string, T[]>()
  for (const choice of choices) {
    const label = groupOf(choice)
    groups.set(label, [...(groups.get(label) ?? []), choice])
  }
  return [...groups].map(([label, together]) => ({ label, choices: together }))
}

/**
 * The order in which certificates are offered: the one that was used last, the others of its provider, then provider by
 * provider.
 * @param lastUsed key of that one, or null
 */
export function arrangeChoices<T>(
  choices: readonly T[],
  { keyOf, groupOf }: ChoiceFacts<T>,
  lastUsed: string | null,
): readonly T[] {
  const isLast = (choice: T) => keyOf(choice) === lastUsed
  const before = [...choices.filter(isLast), ...choices.filter((choice) => !isLast(choice))]
  return groupChoices(before, groupOf).flatMap(({ choices: together }) => together)
}
