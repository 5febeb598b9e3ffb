import { ApiError, NetworkError } from '@rubrica/contract'
import { expect, test } from 'vitest'
import type { SigningRun } from '../../../../shared/signing-runs/signing-run.ts'
import { ServerRun, type ServerRunCalls, type ServerRunProgress } from './server-run.ts'

const run = (State: SigningRun['State'], Counts: Record<string, number>, more: Partial<SigningRun> = {}) => ({
  ...{ RunGUID: 'r', CertGUID: 'c', CertType: null, State, Paused: false, Code: null, Asked: null, Counts },
  ...{ CreatedAt: '', AuthorisedAt: null, ExpiresAt: '' },
  EndedAt: State === 'done' || State === 'stopped' ? '2026-01-01T00:00:00Z' : null,
  ...more,
})
const WAITING = run('needs-person', { prepared: 2 })
const FINISHING = run('finishing', { valued: 2 })
const DONE = run('done', { signed: 2 })

type Answer = SigningRun | Error

/** A server that answers each call with what comes next; the last answer stays. */
function stage(script: { readonly show: readonly Answer[]; readonly authorise?: readonly Answer[] }) {
  const said: string[] = []
  const ends: string[] = []
  const shows = [...script.show]
  const authorisations = [...(script.authorise ?? [FINISHING])]
  const next = (from: Answer[]): Promise<SigningRun> => {
    const answer = from.length > 1 ? from.shift()! : from[0]!
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  const say = <T>(what: string, answer: T): T => {
    said.push(what)
    return answer
  }
  const calls: ServerRunCalls = {
    begin: () => say('begin', Promise.resolve(run('preparing', { queued: 2 }))),
    show: () => next(shows),
    authorise: (_run, { pin }) => say(`authorise ${pin ?? ''}`, next(authorisations)),
    stop: () => say('stop', Promise.resolve(run('stopped', { discarded: 2 }, { Code: 'RUN_STOPPED' }))),
    left: () => Promise.resolve([{ SignerGUID: 's', State: 'failed', Code: 'DOCUMENT_BUSY' }]),
    told: () => void ends.push('told'),
    handOver: () => void ends.push('handed over'),
  }
  return { said, ends, run: new ServerRun(calls, () => Promise.resolve()) }
}

interface Seen {
  isStopped?: () => boolean
  isLeft?: () => boolean
}

function watch({ isStopped = () => false, isLeft = () => false }: Seen = {}) {
  const seen: ServerRunProgress[] = []
  return { seen, isStopped, isLeft, onProgress: (progress: ServerRunProgress) => void seen.push(progress) }
}

const LOST = new NetworkError('gone')
const WRONG = new ApiError(400, { Code: 'WRONG_PIN', Message: '' })

test('a run is begun, authorised once it waits for that, and followed to its end', async () => {
  const { said, ends, run: followed } = stage({ show: [WAITING, WAITING, FINISHING, DONE] })
  const seen = watch()
  expect(await followed.follow({ pin: '1' }, seen)).toEqual({ how: 'done', code: null, unsigned: [] })
  expect(said).toEqual(['begin', 'authorise 1'])
  expect(ends, 'nobody is told a second time').toEqual(['told'])
  expect(seen.seen.at(-1)).toMatchObject({ doing: 'signing', done: 2, total: 2, isAuthorised: true })
})

test('after a wrong PIN the same run is authorised with another one', async () => {
  const { said, run: followed } = stage({ show: [WAITING, WAITING, WAITING, DONE], authorise: [WRONG, FINISHING] })
  await expect(followed.follow({ pin: 'no' }, watch())).rejects.toBe(WRONG)
  expect(await followed.follow({ pin: 'yes' }, watch())).toMatchObject({ how: 'done' })
  expect(said).toEqual(['begin', 'authorise no', 'authorise yes'])
})

test('a PIN whose answer is lost is sent once more where the server does not go on, and no third time', async () => {
  const { said, run: followed } = stage({ show: [WAITING], authorise: [LOST] })
  await expect(followed.follow({ pin: '1' }, watch())).rejects.toBe(LOST)
  expect(said).toEqual(['begin', 'authorise 1', 'authorise 1'])
})

test('a lost answer after which the server goes on needs no other', async () => {
  const { said, run: followed } = stage({ show: [WAITING, WAITING, FINISHING, DONE], authorise: [LOST] })
  expect(await followed.follow({ pin: '1' }, watch())).toMatchObject({ how: 'done' })
  expect(said).toEqual(['begin', 'authorise 1'])
})

test('where another page has authorised it, the run is only looked at', async () => {
  const faster = new ApiError(409, { Code: 'RUN_NOT_WAITING', Message: '' })
  const { said, run: followed } = stage({ show: [WAITING, WAITING, FINISHING, DONE], authorise: [faster] })
  expect(await followed.follow({ pin: '1' }, watch())).toMatchObject({ how: 'done' })
  expect(said).toEqual(['begin', 'authorise 1'])
})

test('without a connection it says so, and looks again', async () => {
  const { run: followed } = stage({ show: [WAITING, WAITING, LOST, LOST, DONE] })
  const seen = watch()
  expect(await followed.follow({ pin: '1' }, seen)).toMatchObject({ how: 'done' })
  expect(seen.seen.filter(({ isLost }) => isLost)).toHaveLength(2)
})

test('who leaves before it is authorised leaves nothing behind; afterwards it goes on', async () => {
  const early = stage({ show: [WAITING] })
  expect(await early.run.follow({ pin: '1' }, watch({ isLeft: () => true }))).toMatchObject({ how: 'left' })
  expect(early.said).toEqual(['begin', 'stop'])
  expect(early.ends, 'the list tells of it where it could not be stopped').toEqual(['handed over'])
  const late = stage({ show: [WAITING, WAITING, FINISHING] })
  const isLeft = () => late.said.includes('authorise 1')
  expect(await late.run.follow({ pin: '1' }, watch({ isLeft }))).toMatchObject({ how: 'left' })
  expect(late.said).toEqual(['begin', 'authorise 1'])
  expect(late.ends).toEqual(['handed over'])
})

test('a stopped run says what was not signed', async () => {
  const { said, run: followed } = stage({ show: [FINISHING] })
  expect(await followed.follow({ pin: '1' }, watch({ isStopped: () => true }))).toEqual({
    ...{ how: 'stopped', code: 'RUN_STOPPED' },
    unsigned: [{ SignerGUID: 's', State: 'failed', Code: 'DOCUMENT_BUSY' }],
  })
  expect(said).toEqual(['begin', 'stop'])
})

test('a session that ends while the server goes on ends the looking, not the run', async () => {
  const expired = new ApiError(401, { Code: 'SESSION_EXPIRED', Message: '' })
  const { said, run: followed } = stage({ show: [WAITING, WAITING, expired] })
  expect(await followed.follow({ pin: '1' }, watch())).toMatchObject({ how: 'left' })
  expect(said).toEqual(['begin', 'authorise 1'])
})
