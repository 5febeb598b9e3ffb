import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { EnvironmentReader } from './environment-reader.ts'
import { readObjects } from './read-objects.ts'

function readFrom(env: Record<string, string>) {
  const read = new EnvironmentReader(env)
  return { objects: readObjects(read, '/data'), problems: read.problems }
}

const ENDPOINT = 'endpoint=http://127.0.0.1:7070'
const KEYS = { OBJECTS_ACCESS_KEY: 'rubrica', OBJECTS_SECRET_KEY: 'canary' }

test('without an address objects are in the data directory', () => {
  expect(readFrom({})).toEqual({ objects: { kind: 'disk', folder: '/data/objects' }, problems: [] })
})

test.each([
  ['s3://papers', { bucket: 'papers', prefix: '', endpoint: undefined, region: undefined }],
  ['s3://papers/?region=eu-south-2', { prefix: '', region: 'eu-south-2' }],
  ['s3://papers/a/b.c/', { bucket: 'papers', prefix: 'a/b.c' }],
  [`s3://papers/a?${ENDPOINT}/`, { endpoint: 'http://127.0.0.1:7070', region: 'us-east-1' }],
  [`s3://papers/a?${ENDPOINT}&region=garage`, { endpoint: 'http://127.0.0.1:7070', region: 'garage' }],
])('%s names a bucket', (address, place) => {
  expect(readFrom({ OBJECTS_URL: address })).toMatchObject({ objects: { kind: 's3', ...place }, problems: [] })
})

test('a secret is read, and shown to nobody', () => {
  const more = { OBJECTS_ALSO_ON_DISK: '1', OBJECTS_RETENTION_DAYS: '30', OBJECTS_TIMEOUT_MS: '900' }
  const read = readFrom({ OBJECTS_URL: 's3://papers', ...KEYS, ...more })
  const expected = { alsoOnDisk: '/data/objects', retentionDays: 30, timeoutMs: 900 }
  expect(read).toMatchObject({ objects: { ...expected, credentials: { accessKey: 'rubrica' } }, problems: [] })
  expect(JSON.stringify(read) + inspect(read, { depth: 9 })).not.toContain('canary')
})

test.each([
  ...['https://papers', 's3://', 's3://A', 's3://key:canary@papers', 's3://papers/a//b'],
  ...['s3://papers?endpoint=ftp://x', 's3://papers?endpoint=http://u:canary@x', 's3://papers?secret=canary', 'papers'],
  ...['s3://papers:9000', 's3://papers#a', 's3://papers?region='],
])('%s is no address of a bucket, and is not repeated', (address) => {
  const { problems } = readFrom({ OBJECTS_URL: address })
  expect(problems).toEqual([expect.stringMatching(/^OBJECTS_URL must be s3:\/\/BUCKET /)])
  expect(problems.join()).not.toContain('canary')
})

test('half of the credentials, and what only a bucket has, are told', () => {
  expect(readFrom({ OBJECTS_URL: 's3://papers', OBJECTS_ACCESS_KEY: 'x' }).problems).toEqual([
    'OBJECTS_ACCESS_KEY and OBJECTS_SECRET_KEY must be set together.',
  ])
  expect(readFrom({ OBJECTS_RETENTION_DAYS: '30' }).problems).toEqual([
    'OBJECTS_URL names no bucket, so OBJECTS_RETENTION_DAYS must not be set.',
  ])
})
