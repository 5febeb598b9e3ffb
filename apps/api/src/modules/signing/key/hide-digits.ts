const SHOWN = 3

/** A telephone number of which its owner recognises the end and nobody learns the rest. */
export function hideDigits(text: string): string {
  const digits = text.replace(/\D/g, '').length
  let seen = 0
  return text.replace(/\d/g, (digit) => {
    seen += 1
    return digits > SHOWN && seen <= digits - SHOWN ? '•' : digit
  })
}
