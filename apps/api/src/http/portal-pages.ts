import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { PortalConfig } from '@rubrica/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { codingOf } from './bind/coding-of.ts'

const ANY_PAGE = 'index.html'
/** Which screen has a page of its own, and which scripts inside pages may run; written when the portal was built. */
const SCREENS = 'screens.json'
/** What the settings are written in place of. */
const PLACE = '<!-- settings -->'

interface Screens {
  /** The page of an address, where `*` stands for one part of a path. */
  readonly pages: Readonly<Record<string, string>>
  /** Words of a content security policy. */
  readonly scripts: readonly string[]
}

/** A page as it is sent, for browsers that read Brotli, gzip or neither. */
interface Page {
  readonly etag: string
  readonly br: Buffer
  readonly gzip: Buffer
  readonly plain: Buffer
}

/** The pages of the portal, each with the settings of the deployment in it. */
export interface PortalPages {
  readonly scripts: readonly string[]
  /** Every address of the portal has a page, since the portal routes by itself. */
  readonly answer: (path: string, request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

function readScreens(folder: string): Screens {
  const listed = join(folder, SCREENS)
  return existsSync(listed) ? (JSON.parse(readFileSync(listed, 'utf8')) as Screens) : { pages: {}, scripts: [] }
}

/** Data, which no policy keeps from standing in a page; nothing in it can end its element. */
function settingsElement(settings: PortalConfig): string {
  return `<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>`
}

/** Compressed when a browser first asks for it: a process that answers programs alone starts sooner. */
function makePage(html: string): Page {
  const plain = Buffer.from(html)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  let [br, gzip]: (Buffer | undefined)[] = []
  return {
    etag,
    plain,
    get br() {
      return (br ??= brotliCompressSync(plain))
    },
    get gzip() {
      return (gzip ??= gzipSync(plain))
    },
  }
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const coding = codingOf(request, ['br', 'gzip'])
  void reply.headers({ etag: page.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
  if (coding) void reply.header('content-encoding', coding)
  return reply.type('text/html; charset=utf-8').send(page[coding ?? 'plain'])
}

/**
 * Reads the pages of a built portal, once; without the folder there are none.
 * What the portal must know before anything else stands in them, so that no browser asks for it first.
 */
export function readPortalPages(folder: string, settings: PortalConfig): PortalPages | null {
  if (!existsSync(join(folder, ANY_PAGE))) return null
  const { pages, scripts } = readScreens(folder)
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'))
  const written = new Map(
    names.map((name) => {
      const html = readFileSync(join(folder, name), 'utf8').replace(PLACE, () => settingsElement(settings))
      return [name, makePage(html)] as const
    }),
  )
  const nameOf = (path: string) => pages[path] ?? pages[path.replace(/[^/]+$/, '*')] ?? ANY_PAGE
  return { scripts, answer: (path, request, reply) => sendPage(written.get(nameOf(path))!, request, reply) }
}
