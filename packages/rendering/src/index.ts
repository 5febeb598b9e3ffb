export { createRenderPool } from './isolation/render-pool.ts'
export type {
  PictureRequest,
  RedrawRequest,
  RenderPool,
  RenderPoolOptions,
  RenderRequest,
  TextRequest,
} from './isolation/render-pool.ts'
export type { PageImage, PageText, RedrawnPicture } from './isolation/render-protocol.ts'
export { RenderError } from './render-error.ts'
export type { RenderErrorCode } from './render-error.ts'
