export function buildStale(options?: { say?: (line: string) => void }): Promise<string[]>
