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
const PAGE_METHODS = ['GET', 'HEAD']

const GUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Pages of which origins may frame the page of a link that a program made for a signer. */
export type FrameOrigins = (linkId: string) => Promise<readonly string[]>

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
    preCompressed: true,
    cacheControl: false,
    index: false,
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
  const pages = isFile || taken.length > 0 ? undefined : request.server.portalPages
  if (!pages) return refuseMethod(reply, taken)
  return PAGE_METHODS.includes(request.method) ? pages.answer(path, request, reply) : refuseMethod(reply, PAGE_METHODS)
}
