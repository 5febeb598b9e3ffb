/** The description of the calls for programs serves others: it is whole, and types made of it compile a program. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { IN_FULL_RUN, makeTemporaryDirectory, type RunningServer, startServer } from '@rubrica/testing'

const TSC = join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc')

interface Media {
  readonly schema: object
  readonly example?: unknown
}
interface Operation {
  readonly operationId: string
  readonly security: readonly Record<string, readonly string[]>[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Record<string, Media> }>
  >
}

let server: RunningServer
let description: { paths: Record<string, Record<string, Operation>> }
beforeAll(async () => {
  server = await startServer({ postgres: inject('sharedPostgres') })
  description = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as typeof description
})
afterAll(() => server[Symbol.asyncDispose]())

const forPrograms = () =>
  Object.entries(description.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([, operations]) => Object.values(operations))

test('each call below /v1 says its scopes, its problems with their codes, and shows an example', () => {
  expect(forPrograms().length).toBeGreaterThan(10)
  for (const { operationId, security, requestBody, responses } of forPrograms()) {
    const scopes = security.flatMap(({ program = [] }) => program)
    expect(scopes.length, `scopes of ${operationId}`).toBeGreaterThan(0)
    const refused = Object.entries(responses).filter(([status]) => Number(status) >= 400)
    expect(refused.map(([status]) => status)).toEqual(
      expect.arrayContaining(['400', '401', '403', '429', '500', '503']),
    )
    for (const [, { description: words, content }] of refused) {
      expect(words, `codes of ${operationId}`).toMatch(/\([A-Z_]+(?:, [A-Z_]+)*\)$/)
      expect(content!['application/problem+json']!.example, `problem of ${operationId}`).toBeDefined()
    }
    const shown = [
      requestBody?.content,
      ...Object.entries(responses).map(([status, { content }]) => Number(status) < 300 && content),
    ]
    const json = shown.flatMap((content) =>
      content && content['application/json'] ? [content['application/json']] : [],
    )
    for (const { example } of json) expect(example, `example of ${operationId}`).toBeDefined()
  }
})

test.runIf(IN_FULL_RUN)('types that openapi-typescript makes of the description compile a program', async () => {
  await using folder = await makeTemporaryDirectory()
  // What has a default need not be sent; the tool's own reading is that of answers.
  const types = await openapiTS(description as never, { defaultNonNullable: false })
  writeFileSync(join(folder.path, 'api.ts'), astToString(types))
  writeFileSync(
    join(folder.path, 'main.ts'),
    `import type { operations } from './api.ts'
     type Body<N extends keyof operations> = operations[N] extends { requestBody: { content: { 'application/json': infer B } } } ? B : never
     type Answer<N extends keyof operations, S extends number> =
       operations[N]['responses'] extends Record<S, { content: { 'application/json': infer A } }> ? A : never
     type Refusal = operations['sendDispatch']['responses'][422]['content']['application/problem+json']
     const body: Body<'sendDispatch'> = {
       documents: [{ file: '3b0ae9b1-4b9f-4d52-a4fc-6f4e1f0f6d3a' }],
       signers: [{ userId: 'ana', stage: 1, approvers: [{ userId: 'biel' }] }],
     }
     export const send = async (): Promise<Answer<'sendDispatch', 201> | Refusal> =>
       (await fetch('/api/v1/dispatches', { method: 'POST', body: JSON.stringify(body) })).json()
     export const guidsOf = (page: Answer<'sentDocuments', 200>): string[] => page.data.map(({ guid }) => guid)
     export const isOpen = (document: Answer<'sentDocumentStatus', 200>): boolean => document.state === 'open'
     export const isUnknown = ({ Code }: Refusal): boolean => Code === 'SIGNER_UNKNOWN'
     // @ts-expect-error there is no such state
     export const isNowhere = (document: Answer<'sentDocumentStatus', 200>): boolean => document.state === 'nowhere'
     // @ts-expect-error no call answers that code here
     export const isLost = ({ Code }: Refusal): boolean => Code === 'NO_SUCH_CODE'
    `,
  )
  const compilerOptions = { noEmit: true, strict: true, target: 'es2023', module: 'preserve', types: [] }
  const settings = { compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true }, files: ['main.ts'] }
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(settings))
  const said = await promisify(execFile)(process.execPath, [TSC, '-p', folder.path]).catch(
    (error: { stdout: string }) => error,
  )
  expect(said.stdout).toBe('')
})
