/** Why a page could not be rendered. Words for people are chosen where the error is shown. */
export type RenderErrorCode =
  | 'RENDER_DAMAGED'
  | 'RENDER_PASSWORD'
  | 'RENDER_PAGE_OUT_OF_RANGE'
  | 'RENDER_TIMEOUT'
  | 'RENDER_TOO_LARGE'
  | 'RENDER_CRASHED'
  | 'RENDER_BUSY'
  | 'RENDER_CLOSED'

const CODES: ReadonlySet<string> = new Set<RenderErrorCode>([
  'RENDER_DAMAGED',
  'RENDER_PASSWORD',
  'RENDER_PAGE_OUT_OF_RANGE',
  'RENDER_TIMEOUT',
  'RENDER_TOO_LARGE',
  'RENDER_CRASHED',
  'RENDER_BUSY',
  'RENDER_CLOSED',
])

/** Whether a value that came from a render process is one of our codes. */
export function isRenderErrorCode(value: unknown): value is RenderErrorCode {
  return typeof value === 'string' && CODES.has(value)
}

/** The only error that this package throws on bad input; `facts` never hold a password or document content. */
export class RenderError extends Error {
  readonly code: RenderErrorCode
  readonly facts: Readonly<Record<string, unknown>>

  constructor(code: RenderErrorCode, facts: Readonly<Record<string, unknown>> = {}) {
    super(code)
    this.name = 'RenderError'
    this.code = code
    this.facts = facts
  }
}
