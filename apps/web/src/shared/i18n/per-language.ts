/**
 * Makes what depends on a language once for each: a formatter costs a phone milliseconds, and a list asks for the same
 * one in every row.
 */
export function perLanguage<Made>(make: (language: string) => Made): (language: string) => Made {
  const kept = new Map<string, Made>()
  return (language) => {
    const made = kept.get(language) ?? make(language)
    kept.set(language, made)
    return made
  }
}

const numbers = perLanguage((language) => new Intl.NumberFormat(language))

/** A number with the separators of the language; one without separators is not worth a formatter. */
export function writeNumber(value: number, language: string): string {
  const isPlain = Number.isInteger(value) && value >= 0 && value < 1000
  return isPlain ? String(value) : numbers(language).format(value)
}
