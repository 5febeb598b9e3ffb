export function packageFolders(files: readonly string[]): string[]
export function describePackage(folder: string): { title: string; text: string }
