import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage } from '../../desk/choose-language.ts'
import { FORWARD_SCRIPT, renderForward } from '../../desk/render-forward.ts'
import { renderChoice } from '../../desk/render-choice.ts'
import { sendChoiceOver } from '../../desk/send-choice-over.ts'
import { sendPage } from '../../desk/send-page.ts'
import type { Fault } from '../../inject-faults.ts'
import { createTokens } from '../../providers/keep-tokens.ts'
import { readText } from '../../providers/read-body.ts'
import { PORTALS } from '../accept-return-address.ts'
import type { LoginDesk } from '../login-desk.ts'
import { describeLogins, SAML_PATH } from '../describe-logins.ts'
import { findAccount } from '../login-accounts.ts'
import { pemOf } from '../open-login-keys.ts'
import { openEncrypter } from './encrypt-element.ts'
import { describeProvider } from './describe-provider.ts'
import { readLoginRequest, readLogoutAnswer, type LoginRequest, type RequestParameters } from './read-request.ts'
import { createElementSigner } from './sign-element.ts'
import { writeResponse } from './write-response.ts'

const REQUEST_LIFE = 3600_000
const NAME = 'SAML'

type ChoiceRequest = FastifyRequest<{ Params: { id: string }; Querystring: { lang?: unknown } }>

/** A SAML 2.0 identity provider (web browser SSO profile): takes requests by either binding, answers by HTTP-POST. */
export function addSamlRoutes(app: FastifyInstance, desk: LoginDesk): void {
  const { issuer, entryPoint } = describeLogins(desk.url, desk.clients).saml
  const waiting = createTokens<LoginRequest>(desk.clock)
  const answer = createAnswerer(desk, issuer)
  desk.onReset(() => waiting.clear())
  const ask = (reply: FastifyReply, parameters: RequestParameters, isDeflated: boolean): FastifyReply => {
    const request = readLoginRequest(parameters, isDeflated)
    if (request === undefined) {
      return reply.code(400).send({ code: 'SAML_REQUEST_INVALID', message: 'This is no request for a log-in.' })
    }
    // The page of its own keeps the request out of the address, where the links to other languages would lose it.
    return reply.redirect(`${SAML_PATH}/choose/${waiting.issue(request, REQUEST_LIFE)}`, 303)
  }
  const config = { fault: { service: 'saml', operation: 'request' } } as const
  app.get<{ Querystring: RequestParameters }>(`${SAML_PATH}/sso`, { config }, (request, reply) =>
    ask(reply, request.query, true),
  )
  app.post<{ Body: RequestParameters | null }>(`${SAML_PATH}/sso`, { config }, (request, reply) =>
    ask(reply, request.body ?? {}, false),
  )
  app.get(`${SAML_PATH}/choose/:id`, (request: ChoiceRequest, reply) => {
    const login = waiting.find(request.params.id)
    const language = languageOf(request)
    if (login === undefined) return sendChoiceOver(reply, language)
    const html = renderChoice({ provider: NAME, returnAddress: login.acsUrl, language })
    return sendPage(reply, { language, html })
  })
  app.post(`${SAML_PATH}/choose/:id`, async (request: ChoiceRequest, reply) => {
    const login = waiting.find(request.params.id)
    if (login === undefined) return sendChoiceOver(reply, languageOf(request))
    const account = findAccount(readText(request.body, 'account'))
    const SAMLResponse = await answer(login, account)
    const fields = { SAMLResponse, ...(login.relayState !== undefined && { RelayState: login.relayState }) }
    const language = languageOf(request)
    return sendPage(reply, {
      language,
      html: renderForward({ address: login.acsUrl, fields, language }),
      script: FORWARD_SCRIPT,
      formTargets: PORTALS,
      // Identity providers say where they are.
      referrerPolicy: 'origin',
    })
  })
  app.get<{ Querystring: { SAMLResponse?: unknown } }>(`${SAML_PATH}/slo`, (request, reply) => {
    const said = readLogoutAnswer(request.query.SAMLResponse)
    return reply.code(said === undefined ? 400 : 200).send(said ?? { code: 'SAML_RESPONSE_INVALID' })
  })
  app.get(`${SAML_PATH}/certificate.pem`, async (_request, reply) =>
    reply.type('application/x-pem-file').send(pemOf(await desk.keys.open('saml'))),
  )
  app.get(`${SAML_PATH}/metadata`, async (_request, reply) =>
    reply
      .type('application/samlmetadata+xml')
      .send(describeProvider(issuer, entryPoint, pemOf(await desk.keys.open('saml')))),
  )
}

const languageOf = (request: ChoiceRequest) => chooseLanguage(request.query.lang, request.headers['accept-language'])

type Account = ReturnType<typeof findAccount>

/** Writes the answers, in base64; the fault `replayed` sends the one before once more. */
function createAnswerer(desk: LoginDesk, issuer: string): (request: LoginRequest, account: Account) => Promise<string> {
  let last = ''
  return async (request, account) => {
    const fault: Fault | undefined = desk.faults.take('saml', 'response')
    if (fault?.kind === 'replayed' && last !== '') return last
    const identity = await (fault?.kind === 'other-key' ? desk.keys.openStranger() : desk.keys.open('saml'))
    const sign = await createElementSigner(identity)
    const encrypt = fault?.kind === 'encrypted' ? await openEncrypter(request.issuer) : (xml: string) => xml
    last = Buffer.from(writeResponse({ request, issuer, account, fault }, sign, encrypt)).toString('base64')
    return last
  }
}
