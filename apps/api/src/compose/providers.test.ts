import { expect, test } from 'vitest'
import { openProviders, readServerConfig } from './providers.ts'
import type { ConfigError } from '../config/config-error.ts'

test('what is wrong with the settings of providers is told together with everything else', () => {
  const env = {
    PORT: '99999',
    REDTRUST_URL: 'ftp://redtrust',
    NEBULA_URL: 'https://nebula.example.org/',
    NEBULA_TIMEOUT_MS: 'soon',
    TRUSTPRO_URL: 'https://rssp.example.org',
    TRUSTPRO_DIALECT: 'csc9',
  }
  const problems = problemsOf(() => readServerConfig(env))
  expect(problems).toHaveLength(4)
  for (const name of ['PORT', 'REDTRUST_URL', 'NEBULA_TIMEOUT_MS', 'TRUSTPRO_DIALECT']) {
    expect(problems.filter((problem) => problem.includes(name))).toHaveLength(1)
  }
})

test('a provider has a connector as soon as its address is set', () => {
  const { providers } = readServerConfig({ UANATACA_URL: 'https://cryptoapi.example.org/' })
  expect(providers.find('uanataca')!.connector).toBeDefined()
  expect(providers.find('validatedid')!.connector).toBeUndefined()
  expect(openProviders().find('uanataca')!.connector).toBeUndefined()
})

test('a provider is found by its type in any case, and no two have the same type or flag', () => {
  const providers = openProviders()
  expect(providers.find('NEBULA')).toBe(providers.find('nebula'))
  expect(providers.find('acme')).toBeUndefined()
  const manifests = providers.all().map(({ manifest }) => manifest)
  expect(new Set(manifests.map(({ certType }) => certType.toLowerCase())).size).toBe(manifests.length)
  expect(new Set(manifests.map(({ flag }) => flag)).size).toBe(manifests.length)
})

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read()
  } catch (error) {
    return (error as ConfigError).problems
  }
  return []
}
