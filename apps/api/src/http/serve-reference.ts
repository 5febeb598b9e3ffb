import type { FastifyInstance } from 'fastify'
import type { PortalConfig } from '@rubrica/contract'
import { describeContract } from './describe-contract.ts'
import { REFERENCE_STYLE, referencePage } from './reference-page.ts'

/** What can be read without being anybody: the description of the calls, and what the portal starts from. */
export function serveReference(
  app: FastifyInstance,
  prefix: string,
  { portal, publicUrl }: { readonly portal: PortalConfig; readonly publicUrl: string },
): void {
  // Few ever ask, and describing every call is a tenth of the server's start.
  let described: ReturnType<typeof describeContract> | undefined
  const description = () => (described ??= describeContract(prefix, publicUrl))
  let written: string | undefined
  const page = () => (written ??= referencePage(description()))
  app.get(`${prefix}/openapi.json`, async () => description())
  app.get(`${prefix}/docs`, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page()))
  app.get(`${prefix}/docs/style.css`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(REFERENCE_STYLE),
  )
  app.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(portal))
}
