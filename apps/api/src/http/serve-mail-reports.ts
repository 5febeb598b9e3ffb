import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { PortalError } from '@rubrica/domain'

export interface MailReports {
  /** What the mail server proves itself with. */
  readonly token: () => string
  /** @param source a mail that came to the address that mails return to */
  readonly take: (source: Uint8Array) => Promise<void>
}

/** A report repeats the headers of the mail, perhaps all of it; ours have a logo of 300 kB at most. */
const MOST_OCTETS = 1024 * 1024

/** Where the operator's mail server brings the mails that come back. */
export async function serveMailReports(app: FastifyInstance, { token, take }: MailReports): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'message/rfc822',
      { parseAs: 'buffer', bodyLimit: MOST_OCTETS },
      (_request, body, next) => next(null, body),
    )
    // Before the body is read.
    scope.addHook('onRequest', async ({ headers }) => {
      const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
      if (!timingSafeEqual(digest(given), digest(token()))) {
        throw new PortalError('INVALID_CLIENT', 'The token is not that of MAIL_REPORTS_TOKEN.')
      }
    })
    scope.post('/mail/reports', async ({ body }, reply) => {
      if (!Buffer.isBuffer(body))
        throw new PortalError('BAD_REQUEST', 'The body is no mail: its type is message/rfc822.')
      await take(body)
      return reply.code(204).send()
    })
    done()
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
