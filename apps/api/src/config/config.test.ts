import { inspect } from 'node:util'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

describe('configuration', () => {
  test('an empty environment gives a server that runs on a fresh machine', () => {
    const config = readConfig({})
    expect(config.http).toEqual({ host: '127.0.0.1', port: 8080, publicUrl: 'http://127.0.0.1:8080' })
    expect(config.database).toEqual({ kind: 'embedded', dataDir: resolve('data') })
    expect(config.serverKeyFile).toBe(resolve('data-keys/server-keys.json'))
    expect(config.intakeLimit).toBe(50 * 1024 * 1024)
    expect(config.mail).toBeUndefined()
  })

  test('the key file follows the data directory, outside of it', () => {
    expect(readConfig({ DATA_DIR: '/srv/rubrica' }).serverKeyFile).toBe('/srv/rubrica-keys/server-keys.json')
  })

  test('every bad value is one sentence that names its variable, and all are told at once', () => {
    const env = { PORT: '99999', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', EST_URL: 'http://ca', DEMO: 'perhaps' }
    const error = catchError(() => readConfig(env))
    expect(error).toBeInstanceOf(ConfigError)
    const { problems } = error as ConfigError
    expect(problems).toHaveLength(5)
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'EST_USER', 'DEMO']) {
      expect(problems.filter((problem) => problem.includes(name))).toHaveLength(1)
    }
  })

  test('an empty variable counts as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).database.kind).toBe('embedded')
  })

  test('secrets do not appear when the configuration is printed', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://app:canary-1@db/app',
      SMTP_URL: 'smtp://u:canary-2@mail',
      EST_URL: 'https://ca',
      EST_USER: 'ra',
      EST_PASSWORD: 'canary-3',
    })
    expect(JSON.stringify(config) + inspect(config, { depth: 9 }) + String(config.mail?.url)).not.toMatch(/canary/)
    expect(config.enrolment?.password.reveal()).toBe('canary-3')
  })

  test('a failpoint is refused in production', () => {
    expect(() => readConfig({ FAILPOINT: 'sign.stored', NODE_ENV: 'production' })).toThrow(/FAILPOINT/)
    expect(readConfig({ FAILPOINT: 'sign.stored' }).failpoint).toBe('sign.stored')
  })
})

function catchError(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

test.each([
  ['OUTGOING_PRIVATE_ORIGINS', 'privateOrigins'],
  ['ISSUER_ORIGINS', 'issuerOrigins'],
  ['PUSH_PRIVATE_ORIGINS', 'pushOrigins'],
] as const)('%s are addresses without a path; anything else is told', (name, setting) => {
  expect(readConfig({})[setting]).toEqual([])
  const listed = readConfig({ [name]: 'http://10.0.0.1:8080, https://ca.internal/' })[setting]
  expect(listed).toEqual(['http://10.0.0.1:8080', 'https://ca.internal'])
  for (const wrong of ['10.0.0.1', 'ftp://10.0.0.1', 'http://10.0.0.1/ca.cer', 'http://a:b@10.0.0.1']) {
    expect(() => readConfig({ [name]: wrong }), wrong).toThrow(name)
  }
})
