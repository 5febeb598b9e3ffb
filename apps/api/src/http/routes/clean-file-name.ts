const MOST_CHARACTERS = 255

/**
 * A file name as a stranger's program gives it: without path, control characters and marks of direction, never empty.
 * @param otherwise where nothing is left of it
 */
export function cleanFileName(fileName: string, otherwise: string): string {
  const name = fileName
    .replace(/^.*[/\\]/s, '')
    .replace(/\p{C}/gu, '')
    .trim()
  return name === '' ? otherwise : name.slice(0, MOST_CHARACTERS)
}
