import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveOperations, type Operations } from './serve-operations.ts'

async function ask(readiness: Operations['readiness']) {
  const app = fastify()
  serveOperations(app, { readiness, scrape: () => Promise.resolve({ text: '', mediaType: 'text/plain' }) })
  const { statusCode, body } = await app.inject('/health/ready')
  return { status: statusCode, body: JSON.parse(body) as unknown }
}

const good = () => Promise.resolve(true)

test('a server is ready when all that it needs answers', async () => {
  const body = { status: 'ready', checks: { database: true, objects: true } }
  expect(await ask({ database: good, objects: good })).toEqual({ status: 200, body })
})

test('what keeps a server from being ready is named, with the reason where there is one', async () => {
  const objects = () => Promise.resolve('The disk is full.')
  const database = () => Promise.reject(new Error('a password in a text of the driver'))
  expect(await ask({ database, objects, queue: good })).toEqual({
    status: 503,
    body: {
      status: 'not ready',
      checks: { database: false, objects: false, queue: true },
      reasons: { objects: 'The disk is full.' },
    },
  })
})
