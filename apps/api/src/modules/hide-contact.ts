/** Ways to reach somebody, hidden so far that their owner recognises them and nobody else can use them. */

const SHOWN_DIGITS = 3

/** A telephone number that shows its last digits only. */
export function hideDigits(text: string): string {
  const digits = text.replace(/\D/g, '').length
  let seen = 0
  return text.replace(/\d/g, (digit) => {
    seen += 1
    return digits > SHOWN_DIGITS && seen <= digits - SHOWN_DIGITS ? '•' : digit
  })
}

/** An e-mail address that shows its first letter and its domain. */
export function hideAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(Math.max(at, 0))}`
}
