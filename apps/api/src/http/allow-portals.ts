/**
 * Lets pages of other origins call this server from a browser: the CORS protocol of the Fetch standard (HTTP 3.3).
 * The browser alone enforces it. To whoever is not named here nothing is said, and nothing is answered otherwise, so
 * that this protects a person's browser and gives nobody else anything to learn. Calls bring a bearer token: cookies are
 * never allowed, and no header of an answer has to be exposed, since the portal reads status and body alone.
 */
import { z } from 'zod'
import { contract, type Endpoint } from '@rubrica/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Browsers keep what a preflight said for two hours at most. */
const MAX_AGE_SECONDS = 7200

const CALLS: readonly Endpoint[] = Object.values(contract)
const METHODS = [...new Set(CALLS.map(({ method }) => method))].join(', ')
const HEADERS = [...new Set(['authorization', 'content-type', ...CALLS.flatMap(headersOf)])].join(', ')

function headersOf({ headers }: Endpoint): readonly string[] {
  return headers instanceof z.ZodObject ? Object.keys(headers.shape) : []
}

/**
 * @param origins exactly as browsers write them; without any, nothing is added to any answer
 * @param isCall whether an address is one of the contract: pages and files of the portal are nobody else's
 */
export function allowPortals(app: FastifyInstance, origins: readonly string[], isCall: (url: string) => boolean): void {
  if (origins.length === 0) return
  const isAllowed = ({ headers: { origin } }: FastifyRequest) => origin !== undefined && origins.includes(origin)
  app.addHook('onRequest', (request, reply, done) => {
    if (isPreflight(request) && isCall(request.url) && isAllowed(request)) void answerPreflight(reply)
    else done()
  })
  // Last, since some answers set Vary themselves; what is sent stays as it is.
  app.addHook('onSend', async (request, reply) => {
    if (!isCall(request.url)) return
    varyByOrigin(reply)
    if (isAllowed(request)) void reply.header('access-control-allow-origin', request.headers.origin)
  })
}

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

const answerPreflight = (reply: FastifyReply): FastifyReply =>
  reply
    .code(204)
    .headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': HEADERS,
      'access-control-max-age': MAX_AGE_SECONDS,
    })
    .send()

/** An answer to one origin must not be kept for another, nor one to nobody's page for any. */
function varyByOrigin(reply: FastifyReply): void {
  const before = reply.getHeader('vary')
  void reply.header('vary', before === undefined ? 'Origin' : `${String(before)}, Origin`)
}
