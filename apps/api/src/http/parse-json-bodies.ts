import type { FastifyInstance } from 'fastify'
import { PortalError } from '@rubrica/domain'
import { nestsTooDeep } from './bind/validate-input.ts'

/**
 * JSON bodies, refused before parsing when they nest absurdly deep, and without prototype tricks.
 * @param empty what nothing at all is taken for; without it, it is refused
 */
export function parseJsonBodies(app: FastifyInstance, empty?: object): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (empty && body.trim() === '') {
      done(null, empty)
      return
    }
    if (nestsTooDeep(body)) {
      done(new PortalError('BODY_NOT_JSON', 'The body nests too deep.'))
      return
    }
    void parse(request, body, done)
  })
}
