import { expect, test } from 'vitest'
import type { Connector, RemoteCertificate } from '@rubrica/providers/connector'
import { listAccountCertificates } from './list-account-certificates.ts'

const facts = {
  dn: 'CN=Ana',
  commonName: 'Ana',
  serialNumber: '1',
  notBefore: new Date(0),
  notAfter: new Date(0),
  keyAlgorithm: 'P-256',
  unusable: [],
}
const quiet = () => undefined
const needs = {
  files: { describe: () => facts },
  log: { info: quiet, warn: quiet, error: quiet, debug: quiet },
  now: () => new Date(0),
} as unknown as Parameters<typeof listAccountCertificates>[0]

const remote = (ref: string, alias: string): RemoteCertificate => ({
  ref,
  alias,
  chain: [Uint8Array.of(1)],
  authenticationType: 'PIN',
  pinRequired: true,
  inputs: ['pin'],
  qualified: false,
  maxDocuments: null,
  scal: '1',
  enabled: true,
})

async function namesOf(...aliases: string[]): Promise<string[]> {
  const listed = aliases.map((alias, index) => remote(`ref-${index}`, alias))
  const connector = { listCertificates: () => Promise.resolve(listed) } as unknown as Connector
  const account = { state: {}, keep: () => Promise.resolve() }
  return (await listAccountCertificates(needs, { label: 'Acme', connector }, account)).map(({ alias }) => alias)
}

test('a name is cut between characters, never inside of one', async () => {
  const long = 'n'.repeat(99)
  expect(await namesOf(`${long}🖊`, `${long}🪀`, 'Ana \ud83d')).toEqual([long, long, 'Ana '])
})

test('a name of nothing that can be shown gives way to the certificate’s own', async () => {
  expect(await namesOf('\u0000\n', '\ud83d')).toEqual(['Ana', 'Ana'])
})
