import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerProblem } from './answer-errors.ts'

const YEAR = 'public, max-age=31536000, immutable'
/** Files whose name changes with their content. */
const HASHED = /[/\\]assets[/\\]/

/** Serves the built portal: files as they are, every other address the one page that routes by itself. */
export async function servePortal(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', HASHED.test(path) ? YEAR : 'no-cache')
    },
  })
}

/** Answers an address below none of our routes: the portal's page for a person, an error for everything else. */
export function answerPortalPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0]!
  const wantsPage = request.method === 'GET' || request.method === 'HEAD'
  const isFile = HASHED.test(path) || /\.[a-z0-9]{2,5}$/i.test(path)
  if (wantsPage && !isFile && typeof reply.sendFile === 'function') return reply.sendFile('index.html')
  return answerProblem(reply, { status: 404, code: 'NOT_FOUND', message: 'There is nothing at this address.' })
}
