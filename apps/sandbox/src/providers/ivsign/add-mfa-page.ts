import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chooseLanguage, type Language } from '../../desk/choose-language.ts'
import { renderMfa } from '../../desk/render-mfa.ts'
import { sendAwayOver } from '../../desk/send-away-over.ts'
import { sendPage } from '../../desk/send-page.ts'
import { PORTALS } from '../../logins/accept-return-address.ts'
import { readText } from '../read-body.ts'
import type { Transaction } from './keep-transactions.ts'
import { KEYMAN_USERS, MFA_PATH } from './keyman-users.ts'
import type { Keyman } from './open-keyman.ts'

type PageRequest = FastifyRequest<{ Params: { id: string }; Querystring: { lang?: unknown } }>

/** The page on which somebody proves who they are, or does not; every answer leads back to the portal. */
export function addMfaPage(app: FastifyInstance, { transactions }: Keyman): void {
  const find = (request: PageRequest): Transaction | undefined => {
    const transaction = transactions.look(request.params.id)
    return transaction?.authType === 'REDIRECT' && transaction.state === 'PENDING' ? transaction : undefined
  }
  app.get(`${MFA_PATH}/:id`, (request: PageRequest, reply) => {
    const transaction = find(request)
    const language = languageOf(request)
    reply.header('cache-control', 'no-store')
    if (transaction === undefined) return sendAwayOver(reply, language)
    return sendPage(reply, { language, html: renderMfa({ ...transaction, language }), formTargets: PORTALS })
  })
  const config = { fault: { service: 'ivnosys', operation: 'mfa' } } as const
  app.post(`${MFA_PATH}/:id`, { config }, (request: PageRequest, reply) => {
    const transaction = find(request)
    if (transaction === undefined) return sendAwayOver(reply, languageOf(request))
    const decision = readText(request.body, 'decision')
    const isOther = request.fault?.kind === 'other-person'
    if (decision === 'approve')
      transactions.decide(transaction, 'APPROVED', isOther ? otherThan(transaction) : undefined)
    if (decision === 'deny') transactions.decide(transaction, 'DENIED')
    return reply.redirect(addressBack(transaction), 303)
  })
}

const languageOf = (request: PageRequest): Language =>
  chooseLanguage(request.query.lang, request.headers['accept-language'])

/** The address that was registered; it gets the transaction's name when it names none itself. */
function addressBack({ id, returnUrl }: Transaction): string {
  const address = new URL(returnUrl)
  if (!address.searchParams.has('transactionid')) address.searchParams.set('transactionid', id)
  return address.href
}

const otherThan = ({ user }: Transaction): string => KEYMAN_USERS.find(({ id }) => id !== user)?.id ?? user
