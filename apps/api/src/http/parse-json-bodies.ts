import type { FastifyInstance } from 'fastify'
import { PortalError } from '@rubrica/domain'
import { nestsTooDeep } from './bind/validate-input.ts'

/** JSON bodies, refused before parsing when they nest absurdly deep, and without prototype tricks. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (nestsTooDeep(body)) {
      done(new PortalError('BODY_NOT_JSON', 'The body nests too deep.'))
      return
    }
    void parse(request, body, done)
  })
}
