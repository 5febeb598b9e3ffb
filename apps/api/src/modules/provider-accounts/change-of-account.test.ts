/** A person links another account in one tab while another tab is still at work with the one before. */
import { expect, test } from 'vitest'
import type { ConnectorState, LinkOutcome } from '@rubrica/providers/connector'
import type { LinkAccount } from './link-account.ts'
import { continueLink } from './continue-link.ts'
import { synchroniseCertificates } from './synchronise-certificates.ts'

interface Kept {
  label: string
  state: ConnectorState
}

/** A server with one account, and a provider that takes until `meanwhile` is done. */
function open(kept: Kept | undefined, meanwhile: (server: { kept: Kept | undefined }) => void) {
  const server = { kept }
  const linked: LinkOutcome = { kind: 'linked', label: 'before', state: { token: 'of before' } }
  const connector = {
    continueLink: () => Promise.resolve(meanwhile(server)).then(() => linked),
    listCertificates: () => Promise.resolve(meanwhile(server)).then(() => []),
  }
  const manifest = { certType: 'acme', flag: 'Acme', label: 'Acme', link: { fields: [], hasStatus: true } }
  const needs = {
    providers: { find: () => ({ kind: 'remote', manifest, connector }) },
    users: { find: () => Promise.resolve({ certificateFlags: ['Acme'] }) },
    accounts: {
      find: () => {
        const there = server.kept
        const keep = (state: ConnectorState) => Promise.resolve(void (there && (there.state = state)))
        return Promise.resolve(there && { ...there, keep })
      },
      synchronise: ({ label }: { label: string }) => Promise.resolve(label === server.kept?.label),
    },
    steps: {
      find: () => Promise.resolve({ purpose: 'sign', state: {} }),
      forget: () => Promise.resolve(),
    },
    now: () => new Date(0),
  } as unknown as LinkAccount
  return { needs, server }
}

const before = (): Kept => ({ label: 'before', state: { token: 'old' } })
const after = (): Kept => ({ label: 'after', state: { token: 'of after' } })
const answer = { userId: 'ana', certType: 'acme', answer: { challenge: '123456' } }

test('a proof for signing is kept for the account that it is about', async () => {
  const { needs, server } = open(before(), () => undefined)
  await continueLink(needs, answer)
  expect(server.kept).toEqual({ label: 'before', state: { token: 'of before' } })
})

test('a proof for signing that ends after another account was linked changes nothing of that one', async () => {
  const { needs, server } = open(before(), (there) => (there.kept = after()))
  await expect(continueLink(needs, answer)).rejects.toMatchObject({ code: 'PROVIDER_NOT_AUTHORISED' })
  expect(server.kept).toEqual(after())
})

test('a list that comes after another account was linked is passed over: that one has its own', async () => {
  const { needs } = open(before(), (there) => (there.kept = after()))
  await synchroniseCertificates(needs, 'ana', 'acme')
})

test('a list that comes after the account was taken back is told as that', async () => {
  const { needs } = open(before(), (there) => (there.kept = undefined))
  await expect(synchroniseCertificates(needs, 'ana', 'acme')).rejects.toMatchObject({ code: 'PROVIDER_NOT_AUTHORISED' })
})
