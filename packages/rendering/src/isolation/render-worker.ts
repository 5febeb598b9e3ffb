/**
 * The program of one render process. It gets one job at a time, keeps the last documents open, each in a PDFium of its
 * own, and talks to nothing but the pool. After any failure the process ends itself, since its state is then unknown.
 */
import sharp from 'sharp'
import { drawPage } from '../draw-page.ts'
import { drawPicture, redrawPicture } from '../draw-picture.ts'
import { endWithParent } from './end-with-parent.ts'
import { openFilePipe, type IncomingFile } from './incoming-file.ts'
import { IsolatedDocuments } from './isolated-documents.ts'
import { compilePdfium } from '../load-pdfium.ts'
import type { OpenDocument } from '../open-document.ts'
import { readPageText } from '../text/read-page-text.ts'
import { RenderError, type RenderErrorCode } from '../render-error.ts'
import type { PoolMessage, ProcessMessage, RenderCommand, RenderResult } from './render-protocol.ts'

const MEBIBYTE = 1024 * 1024
const DEFAULT_MEMORY_MB = 512
/** What Node, the encoder and a document on its way in take beside PDFium's own memory. */
const OUTSIDE_PDFIUM_MB = 128
const LEAST_PDFIUM_MB = 32

async function main(): Promise<void> {
  const memoryMb = Math.max(Number(process.argv[2] ?? DEFAULT_MEMORY_MB) - OUTSIDE_PDFIUM_MB, LEAST_PDFIUM_MB)
  sharp.cache(false)
  sharp.concurrency(1)
  endWithParent()
  const documents = new IsolatedDocuments(await compilePdfium(), memoryMb * MEBIBYTE)
  await documents.prepare()
  const fileOf = openFilePipe()
  let waiting: RenderCommand | undefined
  process.on('message', (message: PoolMessage) => {
    if (message.type === 'drop') {
      waiting = undefined
    } else if (message.type === 'render') {
      const document = documents.get(message.document)
      if (document === undefined) waiting = message
      if (document === undefined && message.bytesFollow !== true) send({ type: 'need', id: message.id })
      if (document !== undefined) void answer(documents, message, () => workOn(document, message))
    } else if (waiting?.id === message.id) {
      const command = waiting
      waiting = undefined
      void answer(documents, command, () => begin(documents, command, fileOf(message.length)))
    } else {
      // It is no longer wanted, but the next file follows it in the pipe.
      void read(fileOf(message.length))
    }
  })
  send({ type: 'ready' })
}

async function begin(documents: IsolatedDocuments, command: RenderCommand, file: IncomingFile): Promise<RenderResult> {
  if (command.task === 'draw-picture') return drawPicture(await read(file), command)
  if (command.task === 'redraw-picture') return redrawPicture(await read(file), command)
  return workOn(await documents.open(command.document, file, command.password), command)
}

async function read(file: IncomingFile): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(file.length)
  await file.fill(bytes)
  return bytes
}

async function workOn(document: OpenDocument, command: RenderCommand): Promise<RenderResult> {
  return command.task === 'read-text' ? readPageText(document, command.page) : drawPage(document, command)
}

/** What is no fault of the file's, or none that PDFium could have stumbled over. */
const HARMLESS: ReadonlySet<RenderErrorCode> = new Set(['RENDER_PASSWORD', 'RENDER_PAGE_OUT_OF_RANGE'])

async function answer(
  documents: IsolatedDocuments,
  { id }: RenderCommand,
  work: () => Promise<RenderResult>,
): Promise<void> {
  try {
    const result = await work()
    send({ type: 'done', id, result, ...state(documents) }, () => void documents.prepare())
  } catch (error) {
    const known =
      error instanceof RenderError
        ? error
        : new RenderError(documents.memoryRefused() ? 'RENDER_TOO_LARGE' : 'RENDER_CRASHED')
    const ending = !HARMLESS.has(known.code)
    const { code, facts } = known
    send({ type: 'failed', id, code, facts, ending, ...state(documents) }, () => {
      if (ending) process.exit(1)
      void documents.prepare()
    })
  }
}

function state(documents: IsolatedDocuments): { held: string[]; rss: number } {
  return { held: documents.names(), rss: process.memoryUsage.rss() }
}

function send(message: ProcessMessage, sent?: () => void): void {
  process.send?.(message, undefined, undefined, () => sent?.())
}

await main()
