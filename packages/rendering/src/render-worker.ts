/**
 * The program of one render process. It gets one job at a time, keeps the last documents open, and talks to nothing but
 * the pool. After any failure inside PDFium the process ends itself, since the module's state is then unknown.
 */
import sharp from 'sharp'
import { DocumentCache } from './document-cache.ts'
import { drawPage } from './draw-page.ts'
import { drawPicture, redrawPicture } from './draw-picture.ts'
import { endWithParent } from './end-with-parent.ts'
import { loadPdfium, type Pdfium } from './load-pdfium.ts'
import { openDocument, type OpenDocument } from './open-document.ts'
import { readPageText } from './read-page-text.ts'
import { RenderError } from './render-error.ts'
import type { PoolMessage, ProcessMessage, RenderCommand, RenderResult } from './render-protocol.ts'

const MEBIBYTE = 1024 * 1024
const DEFAULT_MEMORY_MB = 512
/** What Node, the encoder and a document on its way in take beside PDFium's own memory. */
const OUTSIDE_PDFIUM_MB = 128
const LEAST_PDFIUM_MB = 32
const OPEN_DOCUMENTS = 8

async function main(): Promise<void> {
  const memory = Math.max(Number(process.argv[2] ?? DEFAULT_MEMORY_MB) - OUTSIDE_PDFIUM_MB, LEAST_PDFIUM_MB)
  sharp.cache(false)
  sharp.concurrency(1)
  endWithParent()
  const pdfium = await loadPdfium(memory * MEBIBYTE)
  const cache = new DocumentCache({ documents: OPEN_DOCUMENTS, bytes: (memory / 4) * MEBIBYTE })
  let waiting: RenderCommand | undefined
  process.on('message', (message: PoolMessage) => {
    if (message.type === 'drop') {
      waiting = undefined
    } else if (message.type === 'render') {
      const document = cache.get(message.document)
      if (document === undefined) waiting = message
      if (document === undefined && message.bytesFollow !== true) send({ type: 'need', id: message.id })
      if (document !== undefined)
        void answer({ pdfium, cache, command: message, work: () => workOn(pdfium, document, message) })
    } else if (waiting?.id === message.id) {
      const command = waiting
      waiting = undefined
      void answer({ pdfium, cache, command, work: () => begin({ pdfium, cache }, command, message.bytes) })
    }
  })
  send({ type: 'ready' })
}

interface Renderer {
  readonly pdfium: Pdfium
  readonly cache: DocumentCache
}

interface Job extends Renderer {
  readonly command: RenderCommand
  readonly work: () => Promise<RenderResult>
}

async function begin(renderer: Renderer, command: RenderCommand, bytes: Uint8Array): Promise<RenderResult> {
  if (command.task === 'draw-picture') return drawPicture(bytes, command)
  if (command.task === 'redraw-picture') return redrawPicture(bytes, command)
  return workOn(renderer.pdfium, openInto(renderer, command, bytes), command)
}

async function workOn(pdfium: Pdfium, document: OpenDocument, command: RenderCommand): Promise<RenderResult> {
  return command.task === 'read-text'
    ? readPageText(pdfium, document, command.page)
    : drawPage(pdfium, document, command)
}

function openInto(renderer: Renderer, command: RenderCommand, bytes: Uint8Array): OpenDocument {
  renderer.cache.makeRoom(bytes.byteLength)
  const document = openDocument(renderer.pdfium, bytes, command.password)
  renderer.cache.set(command.document, document)
  return document
}

async function answer(job: Job): Promise<void> {
  const { id } = job.command
  try {
    const result = await job.work()
    send({ type: 'done', id, result, ...state(job.cache) })
  } catch (error) {
    const code = job.pdfium.memoryRefused() ? 'RENDER_TOO_LARGE' : 'RENDER_CRASHED'
    const known = error instanceof RenderError ? error : new RenderError(code)
    const ending = known !== error || job.pdfium.memoryRefused()
    const { facts } = known
    send({ type: 'failed', id, code: known.code, facts, ending, ...state(job.cache) }, () => {
      if (ending) process.exit(1)
    })
  }
}

function state(cache: DocumentCache): { held: string[]; rss: number } {
  return { held: cache.names(), rss: process.memoryUsage.rss() }
}

function send(message: ProcessMessage, sent?: () => void): void {
  process.send?.(message, undefined, undefined, () => sent?.())
}

await main()
