import { expect, test } from 'vitest'
import { playSurroundings } from '../tests/played-socket.ts'
import { checkBeforehand } from './check-beforehand.ts'
import type { PermissionAnswer } from './surroundings.ts'

test.each([
  ['granted', false, false, null],
  ['prompt', false, true, null],
  ['denied', false, false, 'network-access-blocked'],
  ['unknown', false, false, null],
  ['denied', true, false, null],
] as const)(
  'with %s (a local page: %s) it is known what the browser will do',
  async (permission, isLocal, willAsk, cause) => {
    const { around, launched, sockets } = playSurroundings()
    const localNetworkPermission = async (): Promise<PermissionAnswer> => permission
    const outlook = await checkBeforehand({
      rules: { ...around.rules, localNetworkPermission, isLocalPage: () => isLocal },
    })
    expect(outlook).toEqual({ willAsk, obstacle: cause && { cause, certainty: 'certain' } })
    expect([launched, sockets]).toEqual([[], []])
  },
)
