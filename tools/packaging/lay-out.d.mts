import type { Entry } from './tar-entries.mjs'

interface ImageKind {
  readonly program: string
  readonly workspaces: readonly string[]
}

export declare const HOME: string
export declare const IMAGES: Readonly<Record<'rubrica' | 'rubrica-sandbox', ImageKind>>
export declare function modules(workspaces: readonly string[]): Entry[]
