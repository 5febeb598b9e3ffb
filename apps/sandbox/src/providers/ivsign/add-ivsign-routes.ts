import type { FastifyError, FastifyInstance } from 'fastify'
import type { ProviderDesk } from '../provider-desk.ts'
import { addCertificateRoutes } from './add-certificate-routes.ts'
import { addLoginRoutes } from './add-login-routes.ts'
import { addMfaPage } from './add-mfa-page.ts'
import { addTransactionRoute } from './begin-transaction.ts'
import { KeymanError, tell } from './keyman-error.ts'
import { openKeyman } from './open-keyman.ts'

/** Stand-in for Keyman, the REST service of Ivnosys' IvSign, and its pages; README.md says what is a reconstruction. */
export function addIvsignRoutes(app: FastifyInstance, desk: ProviderDesk): void {
  const keyman = openKeyman(desk)
  app.setErrorHandler((error: FastifyError | KeymanError, _request, reply) => {
    if (error instanceof KeymanError) return reply.code(error.status).send(tell(error))
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
    if (status === 500) process.stderr.write(`${error.stack ?? error.message}\n`)
    return reply.code(status).send(tell({ code: 100, message: 'The request is not valid' }))
  })
  addLoginRoutes(app, keyman)
  addTransactionRoute(app, keyman)
  addCertificateRoutes(app, keyman)
  addMfaPage(app, keyman)
}
