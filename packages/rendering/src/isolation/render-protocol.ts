import type { RenderErrorCode } from '../render-error.ts'

/** How large the page image shall be: `width` in device pixels, or `dpi`; `width` wins. */
export interface PageScale {
  readonly width?: number
  readonly dpi?: number
}

/** A page of a PDF as an image or as text, a picture (PNG, JPEG) as an image, or made anew in its own format. */
export type RenderTask = 'draw-page' | 'read-text' | 'draw-picture' | 'redraw-picture'

/** Asks a render process for one page; `document` names the bytes together with their password. */
export interface RenderCommand extends PageScale {
  readonly type: 'render'
  readonly id: number
  readonly task: RenderTask
  readonly document: string
  readonly page: number
  readonly quality: number
  readonly password?: string
  /** The process does not hold the document: its file comes next, unasked. */
  readonly bytesFollow?: boolean
}

/** What the pool sends. `drop` takes a job back whose bytes could not be read. */
export type PoolMessage =
  | RenderCommand
  /** How many octets come on the pipe for files. */
  | { readonly type: 'file'; readonly id: number; readonly length: number }
  | { readonly type: 'drop' }

/** What a render process answers; `held` lists the documents that it keeps open, `rss` is in bytes. */
export type ProcessMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'need'; readonly id: number }
  | {
      readonly type: 'done'
      readonly id: number
      readonly held: readonly string[]
      readonly rss: number
      readonly result: RenderResult
    }
  | {
      readonly type: 'failed'
      readonly id: number
      readonly held: readonly string[]
      readonly rss: number
      /** True when the process ends itself after this answer. */
      readonly ending: boolean
      readonly code: RenderErrorCode
      readonly facts: Readonly<Record<string, unknown>>
    }

/** A rendered page: JPEG bytes and their size in pixels. */
export interface PageImage {
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
  readonly pageCount: number
}

/** A picture made anew: its bytes, in the format it had, and its size in pixels. */
export interface RedrawnPicture {
  readonly picture: Uint8Array
  readonly width: number
  readonly height: number
}

/** More than anybody listens to; a hostile page may hold millions of letters. */
export const MAX_TEXT_BYTES = 64 * 1024

/** A page with more of them is returned as text alone. */
export const MAX_TEXT_LINES = 3000

/** Letters that stand beside each other, and the box around them: shares of the displayed page, from its upper left. */
export interface TextLine {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The words of a page, as the file orders them. */
export interface PageText {
  readonly text: string
  /** The same words in their places; none where there are too many. */
  readonly lines: readonly TextLine[]
  readonly pageCount: number
}

/** What a task may come to. */
export type RenderResult = PageImage | PageText | RedrawnPicture
