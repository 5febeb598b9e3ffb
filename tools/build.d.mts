export const WORKERS: readonly string[]
export function buildStale(options?: { say?: (line: string) => void; only?: readonly string[] }): Promise<string[]>
