import formBody from '@fastify/formbody'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { CscPorts } from './csc-ports.ts'
import { describeCscCalls } from './describe-calls.ts'
import { serveCsc } from './serve-csc.ts'

test('whatever is served is described, and nothing else', async () => {
  const app = Fastify()
  const served: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD' && !url.endsWith('*')) served.push(`${[method].flat().join()} ${url}`)
  })
  await app.register(formBody)
  const errors = { isOutage: () => false, onBug: () => undefined }
  await serveCsc(app, { ports: {} as CscPorts, errors, bodyPauseMs: 1000 })
  const described = Object.entries(describeCscCalls('https://rubrica.example.test')).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.toSorted()).toEqual(served.toSorted())
  await app.close()
})

test('every call has a name of its own', () => {
  const names = Object.values(describeCscCalls(''))
    .flatMap((methods) => Object.values(methods) as { operationId: string }[])
    .map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('cscV1CredentialsList')
})
