/** The path of a program that `npm test` builds from Go sources; undefined where it was not built. */
export function findGoProgram(name: 'versitygw'): string | undefined
export function installGoPrograms(say?: (text: string) => void): void
