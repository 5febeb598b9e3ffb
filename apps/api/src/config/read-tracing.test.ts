import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { EnvironmentReader, type Environment } from './environment-reader.ts'
import { readTracing } from './read-tracing.ts'

function read(env: Environment) {
  const reader = new EnvironmentReader(env)
  return { tracing: readTracing(reader), problems: reader.problems }
}

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

test('without a collector nobody is told of spans', () => {
  expect(read({ OTEL_SERVICE_NAME: 'ours' })).toEqual({ tracing: undefined, problems: [] })
})

test('headers for the collector are pairs with percent-encoded values, and a secret', () => {
  const { tracing, problems } = read({
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary, x-a=b=c',
  })
  expect(problems).toEqual([])
  expect(tracing).toMatchObject({ endpoint: 'http://collector:4318', serviceName: 'rubrica', percent: 100 })
  expect(tracing!.headers.reveal()).toEqual({ authorization: 'Bearer canary', 'x-a': 'b=c' })
  expect(JSON.stringify(tracing) + inspect(tracing, { depth: 9 })).not.toContain('canary')
})

test.each(['canary', '=canary', 'a b=canary', 'a=%canary', 'a=canary%0d%0ab:c', 'a=%ffcanary'])(
  'headers such as %s are refused in a sentence that does not repeat them',
  (OTEL_EXPORTER_OTLP_HEADERS) => {
    const { problems } = read({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS })
    expect(problems).toEqual([expect.stringMatching(/^OTEL_EXPORTER_OTLP_HEADERS must list headers/)])
    expect(problems[0]).not.toContain('canary')
  },
)

test('a collector that is no web address, and no percent, are told', () => {
  const { problems } = read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317', TRACED_PERCENT: '0' })
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['OTEL_EXPORTER_OTLP_ENDPOINT', 'TRACED_PERCENT'])
})
