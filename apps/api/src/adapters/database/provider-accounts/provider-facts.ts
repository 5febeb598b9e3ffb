/** What a provider said, for the audit log: under names that are no other fact's. */
export const providerFacts = (
  facts: Readonly<Record<string, string | number | boolean>> = {},
): Record<string, string | number | boolean> =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [`provider.${name}`, value]))
