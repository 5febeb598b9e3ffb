/**
 * The CSC API in the OpenAPI document: what may be called, by whom, and the members of requests and answers under the
 * standard's names (1.0.4.0 and 2.0.0.2 section 11).
 */
import { CSC_V1, CSC_V2, type CscVersion } from './csc-version.ts'

type Json = Readonly<Record<string, unknown>>

const TEXT = { type: 'string' }
const FLAG = { type: 'boolean' }
const COUNT = { type: 'integer', minimum: 1 }
const BASE64 = { type: 'string', contentEncoding: 'base64' }
const list = (items: Json): Json => ({ type: 'array', items })
const object = (properties: Json, required: readonly string[] = []): Json => ({ type: 'object', properties, required })

const SHOWN = {
  certificates: { enum: ['none', 'single', 'chain'], default: 'single' },
  certInfo: FLAG,
  authInfo: FLAG,
}
const ACTIVATION = object({ SAD: TEXT, expiresIn: COUNT }, ['SAD', 'expiresIn'])

interface Call {
  readonly summary: string
  readonly request: Json
  /** Nothing is an answer without content. */
  readonly answer?: Json
}

/** Calls with a person's token, by the names that `info` lists. */
function tokenCalls(version: CscVersion): Readonly<Record<string, Call>> {
  const isFirst = version.id === 'v1'
  const hashes = { [version.hashes]: list(BASE64), [version.hashAlgorithm]: TEXT }
  const paging = { maxResults: COUNT, pageToken: TEXT }
  const inputs = isFirst ? { PIN: TEXT, OTP: TEXT } : { authData: list(object({ id: TEXT, value: TEXT }, ['id'])) }
  const named = isFirst ? [version.hashes] : [version.hashes, version.hashAlgorithm]
  return {
    'auth/revoke': {
      summary: 'Ends a token of the application',
      request: object({ token: TEXT, token_type_hint: TEXT }, ['token']),
    },
    'credentials/list': {
      summary: 'Names the certificates with which the person may sign',
      request: object(isFirst ? paging : { ...paging, ...SHOWN, credentialInfo: FLAG, onlyValid: FLAG }),
      answer: object(
        {
          credentialIDs: list(TEXT),
          nextPageToken: TEXT,
          ...(!isFirst && { credentialInfos: list(credentialOf(version)), onlyValid: FLAG }),
        },
        ['credentialIDs'],
      ),
    },
    'credentials/info': {
      summary: 'Tells of one certificate and its key',
      request: object({ credentialID: TEXT, ...SHOWN }, ['credentialID']),
      answer: credentialOf(version),
    },
    'credentials/authorize': {
      summary: 'Activation data for what the person typed into the application',
      request: object({ credentialID: TEXT, numSignatures: COUNT, ...hashes, ...inputs, description: TEXT }, [
        'credentialID',
        'numSignatures',
        ...named,
      ]),
      answer: ACTIVATION,
    },
    'credentials/extendTransaction': {
      summary: 'Names further hashes of signatures that were authorised',
      request: object({ credentialID: TEXT, SAD: TEXT, ...hashes }, ['credentialID', 'SAD', version.hashes]),
      answer: ACTIVATION,
    },
    [isFirst ? 'credentials/sendOTP' : 'credentials/getChallenge']: {
      summary: 'Sends the person a code by text message',
      request: isFirst
        ? object({ credentialID: TEXT }, ['credentialID'])
        : object({ credentialID: TEXT, authObjectID: { const: 'OTP' } }, ['credentialID', 'authObjectID']),
    },
    'signatures/signHash': {
      summary: 'Signs hashes that the person authorised',
      request: object({ credentialID: TEXT, SAD: TEXT, ...hashes, signAlgo: TEXT }, [
        'credentialID',
        ...(isFirst ? ['SAD'] : []),
        version.hashes,
        'signAlgo',
      ]),
      answer: object({ signatures: list(BASE64) }, ['signatures']),
    },
  }
}

const credentialOf = ({ id }: CscVersion): Json => ({ $ref: `#/components/schemas/CscCredential${id.toUpperCase()}` })

const KEY = object({ status: TEXT, algo: list(TEXT), len: COUNT, curve: TEXT }, ['status', 'algo', 'len'])
const CERTIFICATE = object({
  status: TEXT,
  certificates: list(BASE64),
  issuerDN: TEXT,
  serialNumber: TEXT,
  subjectDN: TEXT,
  validFrom: TEXT,
  validTo: TEXT,
})
const CREDENTIAL = {
  credentialID: TEXT,
  description: TEXT,
  key: KEY,
  cert: CERTIFICATE,
  SCAL: { const: '2' },
  multisign: COUNT,
  lang: TEXT,
}

export const CSC_SCHEMAS: Json = {
  CscCredentialV1: object({ ...CREDENTIAL, authMode: TEXT, PIN: object({}), OTP: object({}) }),
  CscCredentialV2: object({
    ...CREDENTIAL,
    signatureQualifier: TEXT,
    auth: object({ mode: TEXT, expression: TEXT, objects: list(object({})) }, ['mode']),
  }),
  CscError: object({ error: TEXT, error_description: TEXT }, ['error', 'error_description']),
}

const jsonOf = (schema: Json): Json => ({ 'application/json': { schema } })
const formOf = (schema: Json): Json => ({ 'application/x-www-form-urlencoded': { schema } })
const ERROR = jsonOf({ $ref: '#/components/schemas/CscError' })

/** What is wrong with the request, and with who makes it. */
const REFUSALS = {
  400: { description: 'The request is not valid, or not what was authorised', content: ERROR },
  401: { description: 'No valid credentials', content: ERROR },
}
const EMPTY = { description: 'Done, no content' }
const answered = (schema: Json): Json => ({ description: 'Success', content: jsonOf(schema) })

const WISH = {
  response_type: { const: 'code' },
  client_id: TEXT,
  redirect_uri: TEXT,
  scope: TEXT,
  state: TEXT,
  credentialID: TEXT,
  numSignatures: COUNT,
  description: TEXT,
  code_challenge: TEXT,
  code_challenge_method: { enum: ['S256', 'plain'] },
}
const SECRET = { client_id: TEXT, client_secret: TEXT }
const TOKEN = object({ access_token: TEXT, token_type: TEXT, expires_in: COUNT, scope: TEXT, credentialID: TEXT }, [
  'access_token',
  'token_type',
  'expires_in',
])

/** Calls of the authorisation server: of browsers, and of applications that prove themselves. */
function oauthCalls(version: CscVersion): readonly (readonly [path: string, method: 'get' | 'post', Json])[] {
  const wish = { ...WISH, [version.hashes]: TEXT, [version.hashAlgorithm]: TEXT }
  const whole = version.id === 'v1' ? wish : { ...wish, authorization_details: TEXT, request_uri: TEXT }
  const redirect = { responses: { 302: { description: 'To the authorisation page, or back with what is wrong' } } }
  const summary = 'Leads the person to the authorisation page'
  const parameters = Object.entries(whole).map(([name, schema]) => ({
    name,
    in: 'query',
    required: name === 'client_id',
    schema,
  }))
  const proved = { security: [{ applicationSecret: [] }] }
  const exchange = { grant_type: { const: 'authorization_code' }, code: TEXT, redirect_uri: TEXT, code_verifier: TEXT }
  const post = (name: string, members: Json, rest: Json) =>
    [name, 'post', { requestBody: { required: true, content: formOf(object(members)) }, ...rest }] as const
  const metadata = { summary: 'Metadata of the authorisation server', responses: { 200: answered(object({})) } }
  return [
    ['oauth2/authorize', 'get', { summary, parameters, ...redirect }],
    post('oauth2/authorize', whole, { summary, ...redirect }),
    post(
      'oauth2/token',
      { ...SECRET, ...exchange },
      {
        summary: 'Exchanges a code for a token',
        responses: { 200: answered(TOKEN), ...REFUSALS },
        ...proved,
      },
    ),
    post(
      'oauth2/revoke',
      { ...SECRET, token: TEXT, token_type_hint: TEXT },
      {
        summary: 'Ends a token of the application that proves itself',
        responses: { 204: EMPTY, ...REFUSALS },
        ...proved,
      },
    ),
    ...(version.id === 'v1'
      ? []
      : [
          post(
            'oauth2/pushed_authorize',
            { ...whole, ...SECRET },
            {
              summary: 'Takes a request for authorisation in advance',
              responses: { 201: answered(object({ request_uri: TEXT, expires_in: COUNT })), ...REFUSALS },
              ...proved,
            },
          ),
          ['.well-known/oauth-authorization-server', 'get', metadata] as const,
        ]),
  ]
}

function callsOf(version: CscVersion): readonly (readonly [path: string, method: 'get' | 'post', Json])[] {
  const information = {
    summary: 'Tells what this server can do',
    requestBody: { content: jsonOf(object({ lang: TEXT })) },
    responses: { 200: answered(object({})) },
  }
  const withToken = Object.entries(tokenCalls(version)).map(([name, { summary, request, answer }]) => {
    const [status, success] = answer ? [200, answered(answer)] : [204, EMPTY]
    const refused = { 403: { description: 'The token is for one certificate only', content: ERROR } }
    const operation = {
      summary,
      security: [{ application: [] }],
      requestBody: { required: true, content: jsonOf(request) },
      responses: { [status]: success, ...REFUSALS, ...refused },
    }
    return [name, 'post', operation] as const
  })
  return [['info', 'post', information], ...oauthCalls(version), ...withToken]
}

/** Who may call, as schemes of the document. */
export const CSC_SECURITY: Json = {
  application: {
    type: 'oauth2',
    description: 'A token that a person gave an application: for their certificates, or for one and certain hashes',
    flows: {
      authorizationCode: {
        authorizationUrl: '/csc/v2/oauth2/authorize',
        tokenUrl: '/csc/v2/oauth2/token',
        scopes: { service: 'See the person’s certificates', credential: 'Sign the hashes that were named' },
      },
    },
  },
  applicationSecret: {
    type: 'http',
    scheme: 'basic',
    description: 'Client id and secret, or client_id and client_secret in the form',
  },
}

const nameOf = ({ id }: CscVersion, method: string, path: string): string =>
  `csc${id.toUpperCase()}${[...(method === 'get' ? ['get'] : []), ...path.split(/[^A-Za-z0-9]+/)]
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`

/** Paths of the document. @param origin where the server is; the contract's calls are elsewhere on it */
export function describeCscCalls(origin: string): Record<string, Json> {
  const paths: Record<string, Record<string, unknown>> = {}
  const add = (path: string, method: string, operation: Json) => {
    const defaults = { security: [], parameters: [], tags: ['applications'], servers: [{ url: origin }] }
    paths[path] = { ...paths[path], [method]: { ...defaults, ...operation } }
  }
  for (const version of [CSC_V1, CSC_V2]) {
    for (const [name, method, operation] of callsOf(version)) {
      const operationId = nameOf(version, method, name)
      add(`/csc/${version.id}/${name}`, method, { operationId, ...operation })
      if (name.startsWith('.well-known')) {
        add(`/${name}/csc/${version.id}`, method, { ...operation, operationId: `${operationId}OfIssuer` })
      }
    }
  }
  return paths
}
