import { ApiError, NetworkError } from '@rubrica/contract'
import { expect, it, vi } from 'vitest'
import { openSignatureSession, type SignatureSessionAnswer } from './open-signature-session.ts'
import type { Patience } from './stepper.ts'

const WAITING = { SessionId: 's' }
const OPEN = { SessionId: 's', ExpiresAt: 'later' }
const lost = new NetworkError('gone')
const problem = (status: number, Code: string) => new ApiError(status, { Code })

/** Opens a session at a server that answers one after the other, the last one for ever. */
function openAt(...said: (SignatureSessionAnswer | Error | (() => Error))[]) {
  let isOver = false
  const patience: Patience = { over: new Promise(() => undefined), isOver: () => isOver, end: () => (isOver = true) }
  const open = vi.fn(async () => {
    const next = said.length > 1 ? said.shift()! : said[0]!
    const answer = typeof next === 'function' ? next() : next
    if (answer instanceof Error) throw answer
    return Promise.resolve(answer)
  })
  const wait = async () => Promise.resolve()
  const opening = () => openSignatureSession({ open, patience, wait, onKnown: vi.fn(), onWaiting: vi.fn() })
  return { open, patience, opening }
}

it.each([lost, problem(502, 'PROVIDER_UNREACHABLE'), problem(503, 'TEMPORARILY_UNAVAILABLE')])(
  'a phone is waited for on when a look at it got no answer (%s)',
  async (error) => {
    const { open, opening } = openAt(WAITING, error, error, WAITING, error, OPEN)
    expect(await opening()).toBe(true)
    expect(open.mock.calls).toEqual([[undefined], ['s'], ['s'], ['s'], ['s'], ['s']])
  },
)

it('a phone is no longer waited for when look after look gets no answer', async () => {
  const { open, opening } = openAt(WAITING, lost)
  await expect(opening()).rejects.toBe(lost)
  expect(open).toHaveBeenCalledTimes(6)
})

it('a look that fails once nobody waits any more is nothing to be told', async () => {
  const { patience, opening } = openAt(WAITING, () => {
    patience.end()
    return problem(400, 'SIGNING_CANCELLED')
  })
  expect(await opening()).toBe(false)
})

it.each([
  ['a first call', [lost]],
  ['what the provider says', [WAITING, problem(400, 'SIGNING_CANCELLED')]],
])('%s is not tried again', async (_what, said) => {
  const { open, opening } = openAt(...said)
  await expect(opening()).rejects.toBe(said.at(-1))
  expect(open).toHaveBeenCalledTimes(said.length)
})
