/** Letters that are kept of a long name, and how many of them are its last ones. */
const KEPT = 60
const LAST = 18

/** A file name inside a message: of a long one its beginning and its end, which tells files and copies apart. */
export function shortName(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= KEPT) return name
  const [begin, end] = [letters.slice(0, KEPT - LAST), letters.slice(-LAST)]
  return `${begin.join('').trimEnd()}…${end.join('').trimStart()}`
}
