/**
 * The contract as OpenAPI 3.1: made from the same table that the server is bound to, so that the two cannot differ; and
 * the CSC API beside it.
 */
import { z } from 'zod'
import {
  contract,
  decryption,
  isForPrograms,
  problemDetails,
  problemsOf,
  SCOPES,
  type CallName,
  type Endpoint,
  type ProgramProblem,
} from '@rubrica/contract'
import { ERROR_STATUS } from '@rubrica/domain'
import { CSC_SCHEMAS, CSC_SECURITY, describeCscCalls } from './csc/describe-calls.ts'
import { exampleOfCall, exampleOfProblem, type CallExample } from './describe-examples.ts'

type Json = Record<string, unknown>

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  204: 'Done, no content',
  304: 'Not changed since the given entity tag',
  400: 'The request is not valid; Details say which fields',
  401: 'No valid credentials',
  403: 'Not allowed',
  404: 'Nothing there, or not the caller’s',
  408: 'The body came too slowly',
  409: 'The state is another one by now',
  413: 'Too large',
  415: 'Body of another type',
  422: 'Understood, and refused',
  423: 'Locked for the moment',
  429: 'Too many requests',
  500: 'A fault of the server',
  503: 'Temporarily unavailable',
}

/** Gathers named schemas, which JSON Schema puts below each place of use, in one list. */
class Components {
  readonly schemas: Json = {}
  /** Where the pages about problems are. */
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $defs, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
    for (const [name, definition] of Object.entries(($defs ?? {}) as Json)) this.schemas[name] = relocate(definition)
    return relocate(rest) as Json
  }
}

function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '$schema')
      .map(([name, member]) => [
        name,
        name === '$ref' && typeof member === 'string'
          ? member.replace('#/$defs/', '#/components/schemas/')
          : relocate(member),
      ]),
  )
}

function parametersOf(components: Components, entry: Endpoint): Json[] {
  const places = [
    ['params', 'path'],
    ['query', 'query'],
    ['headers', 'header'],
  ] as const
  return places.flatMap(([part, place]) => {
    const schema = entry[part]
    if (!schema) return []
    const { properties = {}, required = [] } = components.of(schema, 'input') as {
      properties?: Json
      required?: string[]
    }
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }))
  })
}

const PDF_FILE = { type: 'string', contentMediaType: 'application/pdf' }
/** @param types of a file that is no PDF */
function fileBody(types: readonly string[] | undefined): Json {
  const whole = (types ?? ['application/pdf']).map((type) => [
    type,
    { schema: { type: 'string', contentMediaType: type } },
  ])
  const parts = {
    type: 'object',
    properties: {
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
      // Only a PDF can be encrypted.
      ...(types === undefined && { decrypt: relocate(z.toJSONSchema(decryption, { io: 'input' })) }),
    },
    required: ['file'],
  }
  return { required: true, content: { ...Object.fromEntries(whole), 'multipart/form-data': { schema: parts } } }
}

/** A member for a media type. */
const shown = (example: unknown): Json => (example === undefined ? {} : { example })

function requestBodyOf(components: Components, entry: Endpoint, { body }: CallExample): Json | undefined {
  if (!entry.body) return undefined
  const schema = components.of(entry.body, 'input')
  if (entry.bodyKind === 'file') return fileBody(entry.fileTypes)
  if (entry.bodyKind === 'multipart') {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' }
    const properties = {
      document: PDF_FILE,
      attachment: { type: 'array', items: file },
      ...(schema['properties'] as Json),
    }
    const parts = { type: 'object', properties, required: ['document', 'description'] }
    const json = entry.jsonBody && {
      'application/json': { schema: components.of(entry.jsonBody, 'input'), ...shown(body) },
    }
    return { required: true, content: { 'multipart/form-data': { schema: parts }, ...json } }
  }
  const types =
    entry.bodyKind === 'form' ? ['application/x-www-form-urlencoded', 'application/json'] : ['application/json']
  return {
    required: !entry.isBodyOptional,
    content: Object.fromEntries(types.map((type) => [type, { schema, ...shown(body) }])),
  }
}

/** Of answers that are a file. */
const FILE_TYPES = { json: undefined, pdf: 'application/pdf', zip: 'application/zip', file: 'application/octet-stream' }

function responsesOf(components: Components, entry: Endpoint, { answer }: CallExample): Json {
  const answers = Object.entries(entry.answers).map(([status, schema]) => {
    const description = STATUS_WORDS[Number(status)] ?? 'Answer'
    const mediaType = FILE_TYPES[entry.answerKind ?? 'json']
    if (mediaType !== undefined && status === '200') {
      return [status, { description, content: { [mediaType]: { schema: {} } } }]
    }
    const isEmpty = status === '204' || status === '304'
    return [
      status,
      {
        description,
        ...(!isEmpty && {
          content: { 'application/json': { schema: components.of(schema, 'output'), ...shown(answer) } },
        }),
      },
    ]
  })
  return { ...(Object.fromEntries(answers) as Json), ...problemsBelow(components, entry) }
}

/** Refusals of a call for programs: problem details, with the codes that come with each status. */
function problemsBelow(components: Components, entry: Endpoint): Json {
  if (!isForPrograms(entry)) return {}
  const byStatus = new Map<number, ProgramProblem[]>()
  for (const code of problemsOf(entry)) {
    const status = code === 'INTERNAL_ERROR' ? 500 : ERROR_STATUS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const shape = components.of(problemDetails, 'output')
  const refusals = [...byStatus].map(([status, codes]) => {
    const schema = { allOf: [shape, { type: 'object', properties: { Code: { enum: codes } } }] }
    const description = `${STATUS_WORDS[status] ?? 'Refused'} (${codes.join(', ')})`
    const example = exampleOfProblem(codes[0]!, components.origin)
    return [status, { description, content: { 'application/problem+json': { schema, example } } }]
  })
  return Object.fromEntries(refusals) as Json
}

function securityOf(entry: Endpoint): Json[] {
  if (entry.auth === 'none') return []
  if (entry.auth === 'basic') return [{ client: [] }]
  const scopes: readonly string[] = entry.scopes ?? [SCOPES.portal]
  // Any of them is enough; in one object all of them would be needed.
  if (isForPrograms(entry)) return scopes.map((scope) => ({ program: [scope] }))
  return [
    ...(scopes.includes(SCOPES.portal) ? [{ person: [] }] : []),
    ...(scopes.includes(SCOPES.recovery) ? [{ recovery: [] }] : []),
    ...(scopes.includes(SCOPES.guest) ? [{ guest: [] }] : []),
    ...(scopes.includes(SCOPES.link) ? [{ link: [] }] : []),
  ]
}

function operationOf(components: Components, name: CallName, entry: Endpoint): Json {
  const example = exampleOfCall(name) ?? {}
  const requestBody = requestBodyOf(components, entry, example)
  return {
    operationId: name,
    summary: entry.summary,
    tags: [isForPrograms(entry) ? 'sender' : entry.base],
    security: securityOf(entry),
    parameters: parametersOf(components, entry),
    ...(requestBody && { requestBody }),
    responses: responsesOf(components, entry, example),
  }
}

const SECURITY_SCHEMES = {
  client: { type: 'http', scheme: 'basic', description: 'Client id and secret; the portal’s own client has no secret' },
  person: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: `A person’s token, scope ${SCOPES.portal}`,
  },
  recovery: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: `Scope ${SCOPES.recovery}: without a password, to ask for the mail; that of the mail, to set one`,
  },
  guest: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: `Scope ${SCOPES.guest}: of a person without an account, for the one document that they were invited to`,
  },
  link: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: `Scope ${SCOPES.link}: of a signer who came by the link of a program, for that one document`,
  },
  program: {
    type: 'oauth2',
    flows: {
      clientCredentials: {
        tokenUrl: '/api/oauth/token',
        scopes: {
          [SCOPES.sender]: 'Send documents, follow and withdraw them',
          [SCOPES.send]: 'Send documents, and hand files over before',
          [SCOPES.read]: 'Follow and fetch documents',
          [SCOPES.manage]: 'Change and withdraw documents, and make links that let their signers in',
          [SCOPES.templates]: 'Keep templates',
          [SCOPES.contacts]: 'Keep contacts and groups of people',
          [SCOPES.bulk]: 'Send to many people from a sheet',
          [SCOPES.logIn]: 'Open the portal for people whom the program has logged in',
        },
      },
    },
  },
} as const

/**
 * @param server the address below which the contract's paths are, e.g. `/api`
 * @param origin where the server is, for calls that are not below it
 */
export function describeContract(server: string, origin: string): Json {
  const components = new Components(origin)
  const paths: Record<string, Json> = {}
  for (const [name, entry] of Object.entries(contract) as [CallName, Endpoint][]) {
    const path = entry.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operationOf(components, name, entry) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rúbrica',
      version: '0.1.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: 'The calls of the signing portal, and the sender API that brings documents to it.',
    },
    servers: [{ url: server }],
    tags: [
      { name: 'identity', description: 'Who somebody is, what they hold, and what they do with it' },
      { name: 'main', description: 'Documents that wait' },
      { name: 'sender', description: 'For programs that send documents or log people in' },
      { name: 'applications', description: 'For applications that have people sign: CSC API 1.0.4.0 and 2.0.0.2' },
    ],
    paths: { ...paths, ...describeCscCalls(origin) },
    components: {
      schemas: { ...components.schemas, ...CSC_SCHEMAS },
      securitySchemes: { ...SECURITY_SCHEMES, ...CSC_SECURITY },
    },
  }
}
