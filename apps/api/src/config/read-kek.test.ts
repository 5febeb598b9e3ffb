import { describe, expect, test } from 'vitest'
import { EnvironmentReader } from './environment-reader.ts'
import { readKek } from './read-kek.ts'

const SECRET = 'canary-secret'

function read(kek: string | undefined, secret: string | undefined = SECRET) {
  const reader = new EnvironmentReader({ SERVER_KEY_KEK: kek, SERVER_KEY_KEK_SECRET: secret })
  return { kek: readKek(reader), problems: reader.problems }
}

describe('the key under which the server keys lie', () => {
  test('is none where nothing is set, or the file', () => {
    expect(read(undefined, '')).toEqual({ kek: undefined, problems: [] })
    expect(read('file', '')).toEqual({ kek: undefined, problems: [] })
  })

  test.each([
    [
      'pkcs11:token=keys%20of%20Castellar;object=kek?module-path=/usr/lib/softhsm/libsofthsm2.so',
      { kind: 'pkcs11', token: 'keys of Castellar', key: 'kek', module: '/usr/lib/softhsm/libsofthsm2.so' },
    ],
    ['pkcs11:serial=12;id=%a0%FF?module-path=/m.so', { kind: 'pkcs11', token: '12', key: 'a0ff', module: '/m.so' }],
    [
      'vault:https://vault.example.org:8200/transit/rubrica',
      { kind: 'vault', mount: 'https://vault.example.org:8200/v1/transit', key: 'rubrica' },
    ],
    ['vault:http://127.0.0.1:8200/a/b/key', { kind: 'vault', mount: 'http://127.0.0.1:8200/v1/a/b', key: 'key' }],
  ])('%s is understood', (text, expected) => {
    const { kek, problems } = read(text)
    expect(problems).toEqual([])
    expect(kek).toMatchObject({ ...expected, name: text })
    expect(JSON.stringify(kek)).not.toContain(SECRET)
  })

  test.each([
    ['arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab', 'eu-west-1'],
    ['arn:aws-us-gov:kms:us-gov-west-1:111122223333:alias/rubrica', 'us-gov-west-1'],
    ['alias/rubrica', undefined],
    ['1234abcd-12ab-34cd-56ef-1234567890ab', undefined],
  ])('aws-kms:%s is in the region %s', (key, region) => {
    expect(read(`aws-kms:${key}`, '')).toEqual({
      kek: { kind: 'aws-kms', key, region, name: `aws-kms:${key}` },
      problems: [],
    })
  })

  test.each([
    ['nonsense'],
    ['constructor:x'],
    ['pkcs11:'],
    ['pkcs11:object=kek'],
    ['pkcs11:object=kek?module-path=relative.so'],
    ['pkcs11:object=kek?module-path=/m.so&pin-value=canary-secret'],
    ['pkcs11:object=kek;object=other?module-path=/m.so'],
    ['aws-kms:canary-secret'],
    ['aws-kms:alias/rubrica'],
    ['vault:https://vault.example.org/rubrica'],
    ['vault:http://vault.example.org/transit/rubrica'],
    ['vault:https://user:canary-secret@vault.example.org/transit/rubrica'],
    ['vault:https://vault.example.org/transit/rubrica?token=canary-secret'],
  ])('%s with a secret is told in one sentence or two, which quote no secret', (text) => {
    const { kek, problems } = read(text)
    expect(kek).toBeUndefined()
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.join()).not.toContain(SECRET)
  })

  test('a secret without a key, and a token or Vault without a secret, are told', () => {
    expect(read('file').problems).toEqual(['SERVER_KEY_KEK_SECRET is set, so SERVER_KEY_KEK must name a key.'])
    expect(read('pkcs11:object=kek?module-path=/m.so', '').problems).toEqual([expect.stringMatching(/must be its PIN/)])
    expect(read('vault:https://v/transit/k', '').problems).toEqual([expect.stringMatching(/must be a token for it/)])
  })
})
