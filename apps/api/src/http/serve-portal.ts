import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseMethod } from './refuse-unknown-paths.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The file that answers an address of the portal. */
    portalPageOf?: (path: string) => string
  }
}

const YEAR = 'public, max-age=31536000, immutable'
/** Files whose name changes with their content. */
const HASHED = /[/\\]assets[/\\]/
const ANY_PAGE = 'index.html'
const PAGE_METHODS = ['GET', 'HEAD']
/** Which screen has a page of its own, written when the portal was built: `{"/documents/*": "document.html"}`. */
const SCREENS = 'screens.json'

/** Answers which page belongs to an address: every page is the portal, but each names the files of one screen. */
function findPages(folder: string): (path: string) => string {
  const listed = join(folder, SCREENS)
  const screens = existsSync(listed) ? (JSON.parse(readFileSync(listed, 'utf8')) as Record<string, string>) : {}
  const pages = new Map(Object.entries(screens))
  return (path) => pages.get(path) ?? pages.get(path.replace(/[^/]+$/, '*')) ?? ANY_PAGE
}

/** Serves the built portal: files as they are, every other address the page of a portal that routes by itself. */
export async function servePortal(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, ANY_PAGE))) return
  const pageOf = findPages(folder)
  app.decorate('portalPageOf', pageOf)
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    index: pageOf('/'),
    setHeaders: (reply, path) => {
      void reply.header('cache-control', HASHED.test(path) ? YEAR : 'no-cache')
    },
  })
}

/** Answers an address below none of our routes: the portal's page for a person, an error for everything else. */
export function answerPortalPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0]!
  const taken = request.server.methodsAt(path)
  const isFile = HASHED.test(path) || /\.[a-z0-9]{2,5}$/i.test(path)
  const page = isFile || taken.length > 0 ? undefined : request.server.portalPageOf?.(path)
  if (page === undefined) return refuseMethod(reply, taken)
  return PAGE_METHODS.includes(request.method) ? reply.sendFile(page) : refuseMethod(reply, PAGE_METHODS)
}
