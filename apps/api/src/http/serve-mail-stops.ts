import type { FastifyInstance } from 'fastify'
import { PortalError } from '@rubrica/domain'

export interface MailStops {
  /** @returns false for a token of nobody */
  readonly stop: (token: string) => Promise<boolean>
  /** Where the person chooses how often mails come. */
  readonly choices: () => string
}

/** Below it lies an address for each reader and class of mails. */
export const MAIL_STOPS = '/mail/stop/'

interface Named {
  readonly Params: { readonly token: string }
}

/**
 * Where mail programs unsubscribe (RFC 8058): a POST ends the class of mails, whatever its body, and knows no log-in. A
 * GET, which scanners of links make too, changes nothing and leads to the choices.
 */
export function serveMailStops(app: FastifyInstance, { stop, choices }: MailStops): void {
  app.get(`${MAIL_STOPS}:token`, (_request, reply) => reply.redirect(choices(), 303))
  app.post<Named>(`${MAIL_STOPS}:token`, async ({ params }, reply) => {
    if (!(await stop(params.token))) throw new PortalError('NOT_FOUND', 'No mail of this portal bears such an address.')
    return reply.code(204).send()
  })
}
