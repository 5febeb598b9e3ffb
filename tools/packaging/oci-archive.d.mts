import type { Entry } from './tar-entries.mjs'

interface Image {
  readonly name: string
  readonly version: string
  readonly architecture: string
  readonly config: object
  readonly annotations: Readonly<Record<string, string>>
  readonly layers: readonly { readonly title: string; readonly entries: readonly Entry[] }[]
  readonly seconds: number
}

export declare function writeOciArchive(image: Image, path: string): Promise<string>
