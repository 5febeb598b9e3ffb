import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Account, type ConnectorState } from '../../connector.ts'
import { CscScene, errorOf, keep, truth } from '../../../testing/script-csc.ts'

let scene: CscScene
beforeEach(async () => {
  scene = await CscScene.open()
})
afterEach(() => scene.close())

describe('access', () => {
  it('is renewed once for calls that come together, and the new token is kept', async () => {
    const account = await scene.link()
    scene.service.on('credentials/list', (_body, authorization) =>
      authorization === 'Bearer access-2'
        ? { body: { credentialIDs: ['one'] } }
        : { status: 401, body: { error: 'expired_token' } },
    )
    await Promise.all([1, 2, 3].map(async () => scene.connector.listCertificates(account)))
    expect(scene.service.count('auth/login')).toBe(2)
    expect(account.kept).toEqual([{ refreshToken: 'refresh-1' }, { refreshToken: 'refresh-2' }])
  })

  it('is exchanged for at once where the log-in gives a refresh token alone', async () => {
    let count = 0
    scene.service.on('auth/login', (body) => {
      count += 1
      if (body['refresh_token'] === undefined) return { body: { refresh_token: 'first', expires_in: 3600 } }
      return body['refresh_token'] === 'first' ? { body: { access_token: 'access' } } : { status: 400, body: {} }
    })
    const account = await scene.link()
    scene.service.on('credentials/list', (_body, authorization) => ({
      body: { credentialIDs: authorization === 'Bearer access' ? ['one'] : [] },
    }))
    expect(await scene.connector.listCertificates(account)).toHaveLength(1)
    expect([account.kept, count]).toEqual([[{ refreshToken: 'first' }], 2])
  })

  it('is found by a call that still holds the token of before', async () => {
    const account = await scene.link()
    const late = keep(account.state)
    expect(await scene.connector.check(account)).toBe(true)
    expect(await scene.connector.check(late)).toBe(true)
    expect(late.state).toEqual({ refreshToken: 'refresh-3' })
  })

  it('is found by calls that hold a token of long before, and what they exchange is kept', async () => {
    const account = await scene.link()
    const kept: ConnectorState[] = [account.state]
    /** As the server keeps it: replaced by those who know the state that is there. */
    const read = (): Account => {
      const known = kept.at(-1) ?? {}
      const keepIfKnown = async (state: ConnectorState, replaced?: ConnectorState) => {
        const there = JSON.stringify(kept.at(-1))
        if ([known, replaced].some((one) => JSON.stringify(one) === there)) kept.push(state)
      }
      return { state: known, keep: keepIfKnown }
    }
    const late = [read(), read()]
    for (let exchange = 0; exchange < 3; exchange += 1) expect(await scene.connector.check(read())).toBe(true)
    for (const one of late) expect(await scene.connector.check(one)).toBe(true)
    expect(kept.at(-1)).toEqual({ refreshToken: 'refresh-6' })
  })

  it('that is refused again ends the call', async () => {
    const account = await scene.link()
    scene.service.on('credentials/list', { status: 401, body: { error: 'invalid_token' } })
    expect((await errorOf(scene.connector.listCertificates(account))).code).toBe('not-authorised')
    expect(scene.service.count('credentials/list')).toBe(2)
  })

  it('that was refused lets a signature be asked for again: nothing was done', async () => {
    const account = await scene.link()
    scene.service.on('signatures/signHash', (_body, authorization) =>
      authorization === 'Bearer access-2'
        ? { body: { signatures: [truth('der')] } }
        : { status: 401, body: { error: 'expired_token' } },
    )
    await scene.sign(account)
    expect(scene.service.count('signatures/signHash')).toBe(2)
  })

  it.each([{}, { refreshToken: 5 }, { refreshToken: 'a\nb' }])('of a state that is none: %j', async (state) => {
    expect(await scene.connector.check(keep(state))).toBe(false)
  })
})
