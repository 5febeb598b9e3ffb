import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveOperations, type Operations } from './serve-operations.ts'

async function ask(readiness: Operations['readiness'], more: Partial<Operations> = {}) {
  const app = fastify()
  const scrape = () => Promise.resolve({ text: '', mediaType: 'text/plain' })
  serveOperations(app, { readiness, scrape, warnings: () => [], isLeaving: () => false, ...more })
  const { statusCode, body, headers } = await app.inject('/health/ready')
  return { status: statusCode, body: JSON.parse(body) as unknown, connection: headers.connection }
}

const good = () => Promise.resolve(true as const)

test('a server is ready when all that it needs answers', async () => {
  const body = { status: 'ready', checks: { database: true, objects: true } }
  expect(await ask({ database: good, objects: good })).toEqual({ status: 200, body, connection: 'keep-alive' })
})

test('what keeps a server from being ready is named, with the reasons, and no word of a driver', async () => {
  const objects = () => Promise.resolve('The disk is full.')
  const database = () => Promise.reject(new Error('a password in a text of the driver'))
  expect(await ask({ database, objects, queue: good })).toMatchObject({
    status: 503,
    body: {
      status: 'not ready',
      checks: { database: false, objects: false, queue: true },
      reasons: ['What database said cannot be told here; see the log.', 'The disk is full.'],
    },
  })
})

test('a server that is about to end is not ready, says why, and has connections closed', async () => {
  expect(await ask({ database: good }, { isLeaving: () => true })).toEqual({
    status: 503,
    body: { status: 'leaving', checks: { database: true }, reasons: ['This process is about to end.'] },
    connection: 'close',
  })
})

test('a warning keeps nobody from being sent there', async () => {
  const warnings = () => ['No process works on jobs.']
  expect(await ask({ database: good }, { warnings })).toMatchObject({
    status: 200,
    body: { status: 'ready', warnings: ['No process works on jobs.'] },
  })
})
