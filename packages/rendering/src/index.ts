export { createRenderPool } from './render-pool.ts'
export type {
  PictureRequest,
  RedrawRequest,
  RenderPool,
  RenderPoolOptions,
  RenderRequest,
  TextRequest,
} from './render-pool.ts'
export type { PageImage, PageText, RedrawnPicture } from './render-protocol.ts'
export { RenderError } from './render-error.ts'
export type { RenderErrorCode } from './render-error.ts'
