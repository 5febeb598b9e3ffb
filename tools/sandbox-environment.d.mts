export function sandboxEnvironment(address: string, folder: string): Promise<Record<string, string>>
