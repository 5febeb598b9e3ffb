import { RenderError, type RenderErrorCode, type RenderPool } from '@rubrica/rendering'
import { PortalError } from '@rubrica/domain'
import type { PageImages } from '../../modules/pending-documents/ports.ts'
import { drawWithCare } from './draw-with-care.ts'

/** Not the page's fault: the pool is full, or the server is on its way down. */
const UNAVAILABLE: ReadonlySet<RenderErrorCode> = new Set(['RENDER_BUSY', 'RENDER_CLOSED'])

/** Pages drawn, and read, in the render pool's child processes. */
export function openPageImages(pool: RenderPool): PageImages {
  const drawer = drawWithCare(pool)
  return {
    render: (request) => translated(drawer.renderPage(request)),
    renderPicture: (request) => translated(drawer.renderPicture(request)),
    readText: (request) => translated(drawer.readText(request)),
  }
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof RenderError ? toPortalError(error) : error
  }
}

function toPortalError(error: RenderError): PortalError {
  if (error.code === 'RENDER_PAGE_OUT_OF_RANGE') {
    return new PortalError('PAGE_NOT_FOUND', 'The document has no such page.', { cause: error })
  }
  if (UNAVAILABLE.has(error.code)) {
    return new PortalError('TEMPORARILY_UNAVAILABLE', 'Too many pages are being drawn. Try again.', { cause: error })
  }
  return new PortalError('PAGE_NOT_RENDERABLE', 'This page cannot be shown.', {
    cause: error,
    facts: { Reason: error.code },
  })
}
