interface Wish {
  readonly workspaces: readonly string[]
  readonly without?: readonly string[]
  readonly isThere: (path: string) => boolean
}

export declare function listRuntimePackages(packages: Readonly<Record<string, object>>, wish: Wish): string[]
