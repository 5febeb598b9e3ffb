/** The calls of the API as its own description tells them, by who may make them. */
import { describeContract } from '../../../src/http/describe-contract.ts'

export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  /** Who may make it: a scheme of the document, or nobody in particular. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly takesBody: boolean
}

/** The calls of an OpenAPI document. */
export function readOperations(document: Record<string, unknown>): Operation[] {
  const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, requestBody }]) => ({
      name: String(operationId),
      method: method.toUpperCase(),
      path,
      security: security as Operation['security'],
      takesBody: requestBody !== undefined,
    })),
  )
}

export const described = readOperations(describeContract('/api', 'http://127.0.0.1'))
const isCsc = ({ name }: Operation) => name.startsWith('csc')
export const operations = described.filter((operation) => !isCsc(operation))
const isFor = (scheme: string) => (operation: Operation) => operation.security.some((one) => scheme in one)
/** With its name, for the title of a test. */
export const named = (list: readonly Operation[]) => list.map((operation) => [operation.name, operation] as const)

export const openCalls = operations.filter(({ security }) => security.length === 0)
export const clientCalls = operations.filter(isFor('client'))
export const bearerCalls = operations.filter((one) =>
  ['person', 'recovery', 'guest', 'program'].some((scheme) => isFor(scheme)(one)),
)
export const personCalls = operations.filter(isFor('person'))

const cscCalls = described.filter(isCsc)
export const cscOpenCalls = cscCalls.filter(({ security }) => security.length === 0)
export const cscSecretCalls = cscCalls.filter(isFor('applicationSecret'))
export const cscTokenCalls = cscCalls.filter(isFor('application'))
