import { ApiError, NetworkError, type SendingDraft } from '@rubrica/contract'
import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from '../draft.ts'
import { contentOf } from './draft-content.ts'
import { DraftKeeper, SAVE_AFTER_MS, type DraftCalls } from './draft-keeper.ts'

const words = (message: string) => contentOf({ ...EMPTY_DRAFT, message })
const refusal = (status: number) => new ApiError(status, {})

/** A server with one draft, of which answers can be lost; and a clock that stands until it is told to go. */
function openStage(opened?: SendingDraft) {
  let draft = opened
  const failures: ('before' | 'after' | Error)[] = []
  const calls: string[] = []
  const keys = new Map<string, SendingDraft>()
  const timers = new Map<number, { run: () => void; ms: number }>()
  let lastTimer = 0
  const answer = async (act: () => SendingDraft) => {
    const failure = failures.shift()
    if (failure instanceof Error) throw failure
    if (failure === 'before') throw new NetworkError('lost')
    const result = act()
    if (failure === 'after') throw new NetworkError('lost')
    return result
  }
  const times = { files: [], createdAt: '', updatedAt: '2027-01-01T10:00:00Z', expiresAt: '' }
  const server: DraftCalls = {
    create: (content, key) =>
      answer(() => {
        calls.push(`create ${content.message}`)
        draft = keys.get(key) ?? { id: 'd1', version: 1, content, ...times }
        keys.set(key, draft)
        return draft
      }),
    change: (_id, version, content) =>
      answer(() => {
        calls.push(`change ${content.message}`)
        if (!draft) throw refusal(404)
        if (draft.version !== version) throw refusal(412)
        return (draft = { ...draft, version: version + 1, content })
      }),
    read: () =>
      answer(() => {
        if (!draft) throw refusal(404)
        return draft
      }),
  }
  const keeper = new DraftKeeper({
    calls: server,
    timers: {
      start: (run, ms) => {
        timers.set(++lastTimer, { run, ms })
        return lastTimer
      },
      stop: (timer) => void timers.delete(timer as number),
    },
    now: () => new Date(0),
    opened,
  })
  return {
    keeper,
    calls,
    failures,
    kind: () => keeper.standing.kind,
    write: (message: string) => keeper.update(words(message), message === ''),
    delays: () => [...timers.values()].map(({ ms }) => ms),
    /** Lets the clock go on to what is due next, and waits until that is done. */
    pass: async () => {
      for (const [id, { run }] of timers) {
        timers.delete(id)
        run()
      }
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    },
    change: (message: string) => (draft = { ...draft!, version: draft!.version + 1, content: words(message) }),
    remove: () => (draft = undefined),
    stored: () => draft?.content.message,
  }
}

test('a draft is saved once, a while after the last of several changes', async () => {
  const stage = openStage()
  stage.write('a')
  stage.write('ab')
  expect([stage.kind(), stage.delays()]).toEqual(['changed', [SAVE_AFTER_MS]])
  await stage.pass()
  expect([stage.kind(), stage.calls]).toEqual(['saved', ['create ab']])
})

test('nothing is kept of a draft in which nothing stands', () => {
  const stage = openStage()
  stage.write('')
  expect([stage.kind(), stage.delays()]).toEqual(['empty', []])
})

test('what is changed while it is being saved is saved after it', async () => {
  const stage = openStage()
  stage.write('a')
  const first = stage.pass()
  stage.write('b')
  await first
  expect(stage.kind()).toBe('changed')
  await stage.pass()
  expect([stage.kind(), stage.stored()]).toEqual(['saved', 'b'])
})

test('the first saving is repeated as it was, so that a lost answer makes no second draft', async () => {
  const stage = openStage()
  stage.failures.push('after')
  stage.write('a')
  await stage.pass()
  expect(stage.kind()).toBe('retrying')
  stage.write('b')
  await stage.pass()
  await stage.pass()
  expect([stage.kind(), stage.stored(), stage.calls]).toEqual(['saved', 'b', ['create a', 'create a', 'change b']])
})

test('a change whose answer was lost is not taken for somebody else’s', async () => {
  const stage = openStage()
  stage.write('a')
  await stage.pass()
  stage.failures.push('after')
  stage.write('b')
  await stage.pass()
  stage.write('c')
  await stage.pass()
  await stage.pass()
  expect([stage.kind(), stage.stored()]).toEqual(['saved', 'c'])
})

test('without a network it is tried again, ever later, and at once when the network is back', async () => {
  const stage = openStage()
  stage.failures.push('before', 'before', 'before', 'before')
  stage.write('a')
  await stage.pass()
  expect(stage.delays()).toEqual([2000])
  await stage.pass()
  expect(stage.delays()).toEqual([4000])
  stage.keeper.hurry()
  await expect(stage.keeper.settle()).rejects.toThrow('lost')
  await stage.keeper.settle()
  expect([stage.kind(), stage.stored()]).toEqual(['saved', 'a'])
})

test.each(['overwrite', 'keep as new', 'go on typing'])(
  'of two tabs the later one has to choose: %s',
  async (choice) => {
    const stage = openStage()
    stage.write('a')
    await stage.pass()
    stage.change('theirs')
    stage.write('mine')
    await stage.pass()
    expect([stage.kind(), stage.keeper.standing.theirs?.content.message]).toEqual(['conflict', 'theirs'])
    if (choice === 'overwrite') stage.keeper.overwrite()
    else if (choice === 'keep as new') stage.keeper.keepAsNew()
    else stage.write('more')
    await stage.pass()
    const isChosen = choice !== 'go on typing'
    expect([stage.kind(), stage.stored()]).toEqual(isChosen ? ['saved', 'mine'] : ['conflict', 'theirs'])
    expect(await stage.keeper.settle()).toBe(isChosen)
    expect(stage.calls.at(-1)).toBe(choice === 'keep as new' ? 'create mine' : 'change mine')
  },
)

test('a draft that was sent or discarded elsewhere is not made again by itself', async () => {
  const stage = openStage()
  stage.write('a')
  await stage.pass()
  stage.remove()
  stage.write('b')
  await stage.pass()
  expect([stage.kind(), stage.stored()]).toEqual(['gone', undefined])
  stage.keeper.keepAsNew()
  await stage.keeper.settle()
  expect([stage.kind(), stage.stored()]).toEqual(['saved', 'b'])
})

test('a refusal is told and not repeated until something is changed', async () => {
  const stage = openStage()
  stage.failures.push(refusal(422))
  stage.write('a')
  await stage.pass()
  expect([stage.kind(), stage.delays()]).toEqual(['refused', []])
  stage.write('b')
  await stage.pass()
  expect(stage.kind()).toBe('saved')
})

test('nothing is saved once it is closed', async () => {
  const stage = openStage()
  stage.write('a')
  stage.keeper.close()
  await stage.pass()
  stage.write('b')
  expect([stage.calls, stage.delays()]).toEqual([[], []])
})
