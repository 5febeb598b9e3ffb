/** See install-strangers.mjs. */
export declare class ProgramMissing extends Error {}

interface Wish {
  readonly folder: string
  readonly name: string
  readonly report: (message: string) => void
}

export declare function need(command: string, args: readonly string[], sentence: string): void
export declare function installPython(wish: Wish & { readonly requirements: string; readonly with?: string }): string
export declare function installNpm(wish: Wish & { readonly wanted: string }): string
export declare function installMavenArchive(wish: Wish & { readonly artifact: string }): string
export declare function installDebian(wish: Wish & { readonly packages: readonly string[] }): string
export declare function installGo(wish: Wish & { readonly wanted: string; readonly program: string }): string
