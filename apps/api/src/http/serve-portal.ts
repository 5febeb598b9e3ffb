import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PortalPages } from './portal-pages.ts'
import { allowFrames } from './allow-frames.ts'
import { refuseMethod } from './refuse-unknown-paths.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers an address of the portal, where there is one. */
    portalPages?: PortalPages
  }
}

const YEAR = 'public, max-age=31536000, immutable'
/** Files whose name changes with their content. */
const HASHED = /[/\\]assets[/\\]/
/** Nobody is led to such an address: a character that ends a name, or a way up. */
const NO_SCREEN = /%00|(?:\.|%2e){2}/i
const PAGE_METHODS = ['GET', 'HEAD']

const GUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Pages of which origins may frame the page of a link that a program made for a signer. */
export type FrameOrigins = (linkId: string) => Promise<readonly string[]>

/** Paths of the files below a folder, as the address of each spells it. */
function listFiles(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  return new Set(paths.map((path) => `/${path.replaceAll(sep, '/')}`))
}

/** Serves the built portal: files as they are, every other address the page of a portal that routes by itself. */
export async function servePortal(
  app: FastifyInstance,
  folder: string,
  { pages, frameOriginsOf }: { pages: PortalPages | null; frameOriginsOf: FrameOrigins },
): Promise<void> {
  if (!pages) return
  app.decorate('portalPages', pages)
  app.route<{ Params: { link: string } }>({
    method: PAGE_METHODS,
    url: '/sign/:link',
    // Who may frame it changes without its text: a page that a browser has kept would say what was.
    onSend: async (_request, reply) => void reply.header('cache-control', 'no-store'),
    handler: async (request, reply) => {
      const { link } = request.params
      if (GUID.test(link)) allowFrames(reply, await frameOriginsOf(link))
      return pages.answer('/sign/*', request, reply)
    },
  })
  // Where files are looked for, this is a folder.
  app.route({ method: PAGE_METHODS, url: '/', handler: (request, reply) => pages.answer('/', request, reply) })
  await app.register(fastifyStatic, {
    root: folder,
    // It would list the folders of a file with each request, to know how the file is spelled.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', HASHED.test(path) ? YEAR : 'no-cache')
    },
  })
  const files = listFiles(folder)
  app.route({
    method: PAGE_METHODS,
    url: '/*',
    handler: (request, reply) => {
      const path = request.url.split('?')[0]!
      return files.has(path) ? reply.sendFile(path) : reply.callNotFound()
    },
  })
}

/** Answers an address below none of our routes: the portal's page for a person, an error for everything else. */
export function answerPortalPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0]!
  const taken = request.server.methodsAt(path)
  const isFile = HASHED.test(path) || /\.[a-z0-9]{2,5}$/i.test(path) || NO_SCREEN.test(path)
  const pages = isFile || taken.length > 0 ? undefined : request.server.portalPages
  if (!pages) return refuseMethod(reply, taken)
  return PAGE_METHODS.includes(request.method) ? pages.answer(path, request, reply) : refuseMethod(reply, PAGE_METHODS)
}
