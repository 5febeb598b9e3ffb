import fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { addAutofirmaRoutes } from './autofirma/add-autofirma-routes.ts'
import type { FaultBook } from './inject-faults.ts'
import type { Clock } from './keep-time.ts'
import { addLogins } from './logins/add-logins.ts'
import type { LoginClients } from './logins/describe-logins.ts'
import type { LoginKeys } from './logins/open-login-keys.ts'
import type { Mailbox } from './mail/open-mailbox.ts'
import type { Pki } from './pki/open-pki.ts'
import { addPushRoutes } from './push/add-push-routes.ts'
import { openBrowsers } from './push/open-browsers.ts'
import { addProviders } from './providers/add-providers.ts'
import type { ProviderKeys } from './providers/open-provider-keys.ts'
import type { SignatureRegister } from './providers/record-signatures.ts'
import { spoilAnswers } from './providers/spoil-answers.ts'
import { addControlRoutes } from './routes/control-routes.ts'
import { addDeskRoutes, notFound, type Desk } from './routes/desk-routes.ts'
import { addEstRoutes, type EstAccount } from './routes/est-routes.ts'
import { addPhoneRoutes, type SmsAccount } from './routes/phone-routes.ts'
import { addPkiRoutes } from './routes/pki-routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The one media type that a route with a binary body takes. */
    accepts?: string
  }
}

const MAX_BODY_BYTES = 64 * 1024
const BINARY_TYPES = [
  'application/timestamp-query',
  'application/ocsp-request',
  'application/pkcs10',
  'application/octet-stream',
]

export interface AppParts extends Desk {
  readonly mailbox: Mailbox
  readonly pki: Pki
  readonly faults: FaultBook
  readonly estAccount: EstAccount
  readonly smsAccount: SmsAccount
  readonly clock: Clock
  readonly keys: ProviderKeys
  readonly tokenFolder: string
  readonly autofirmaFolder: string
  readonly loginKeys: LoginKeys
  readonly loginClients: LoginClients
  readonly signatures: SignatureRegister
}

/** The HTTP side of the sandbox; every refusal is `{code, message}`. */
export function buildApp(parts: AppParts): FastifyInstance {
  const { pki, faults, mailbox, phone, people, facts } = parts
  const app = createServer()
  spoilAnswers(app, faults)
  addPkiRoutes(app, pki, faults)
  addEstRoutes(app, { pki, faults, account: parts.estAccount })
  addDeskRoutes(app, { people, mailbox, phone, clock: parts.clock, facts, portalPassword: parts.portalPassword })
  addPhoneRoutes(app, { phone, sms: parts.smsAccount })
  const browsers = openBrowsers()
  addPushRoutes(app, { browsers, clock: parts.clock, url: pki.baseUrl })
  const forget = [faults, mailbox, phone, parts.signatures, browsers].map((one) => () => one.clear())
  forget.push(() => parts.clock.reset())
  const onReset = (one: () => void): void => void forget.push(one)
  addProviders(app, { ...parts, url: pki.baseUrl, onReset })
  addLogins(app, { ...parts, url: pki.baseUrl, keys: parts.loginKeys, clients: parts.loginClients, onReset })
  addAutofirmaRoutes(app, { pki, folder: parts.autofirmaFolder, onReset })
  addControlRoutes(app, { ...parts, reset: () => forget.forEach((one) => one()) })
  return app
}

function createServer(): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 4096 },
  })
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(BINARY_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  )
  app.addHook('preValidation', async (request, reply) => {
    const { accepts } = request.routeOptions.config
    if (
      accepts === undefined ||
      (Buffer.isBuffer(request.body) && request.headers['content-type']?.startsWith(accepts))
    ) {
      return
    }
    await reply.code(415).send({ code: 'MEDIA_TYPE_UNSUPPORTED', message: `The body must be ${accepts}.` })
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'no-referrer')
  })
  app.setNotFoundHandler((_request, reply) => notFound(reply))
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
    const message = status === 500 ? 'The sandbox failed; its log says why.' : error.message
    if (status === 500) process.stderr.write(`${error.stack ?? error.message}\n`)
    return reply.code(status).send({ code: status === 500 ? 'SANDBOX_FAILED' : 'REQUEST_INVALID', message })
  })
  return app
}
