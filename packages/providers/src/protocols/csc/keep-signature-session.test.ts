import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeItems } from '../../../testing/drive-connector.ts'
import { CscScene, errorOf, item, keep, truth, type Scripted } from '../../../testing/script-csc.ts'

let scene: CscScene
beforeEach(async () => {
  scene = await CscScene.open()
})
afterEach(() => scene.close())

describe('signature sessions', () => {
  async function open(count: number) {
    const account = await scene.link()
    const items = makeItems(count)
    const request = { key: scene.key, items, uses: count, inputs: { pin: '1234' }, description: 'Conformance' }
    const outcome = await scene.connector.openSignatureSession?.(account, request)
    if (outcome?.kind !== 'open') throw new Error('not open')
    return { account, items, signatureSession: keep(outcome.state) }
  }
  const signer: Scripted = () => ({ body: { signatures: ['AAAA'] } })

  it('exchange their authorisation from the second signature on, and keep it before they sign', async () => {
    const { account, items, signatureSession } = await open(3)
    scene.service.on('signatures/signHash', signer)
    for (const one of items)
      await errorOf(scene.connector.sign(account, { key: scene.key, item: one, inputs: {}, signatureSession }))
    const used = scene.service.calls.filter(({ name }) => name === 'signatures/signHash').map(({ body }) => body['SAD'])
    expect(used).toEqual(['sad-1', 'sad-1+', 'sad-1++'])
    expect(signatureSession.kept.map(({ sad }) => sad)).toEqual(['sad-1', 'sad-1', 'sad-1+', 'sad-1++'])
    expect(JSON.stringify(signatureSession.kept)).not.toContain('1234')
  })

  it('use the same authorisation again with a service that cannot exchange it, and ask it once', async () => {
    const { account, items, signatureSession } = await open(3)
    scene.service.on('signatures/signHash', signer)
    scene.service.on('credentials/extendTransaction', { status: 501, body: { error: 'not_implemented' } })
    for (const one of items)
      await errorOf(scene.connector.sign(account, { key: scene.key, item: one, inputs: {}, signatureSession }))
    const used = scene.service.calls.filter(({ name }) => name === 'signatures/signHash').map(({ body }) => body['SAD'])
    expect(used).toEqual(['sad-1', 'sad-1', 'sad-1'])
    expect(scene.service.count('credentials/extendTransaction')).toBe(1)
  })

  describe('with a service that signs once with an authorisation', () => {
    const METHODS = { body: { methods: ['credentials/authorize', 'signatures/signHash'] } }

    it('sign all that was announced in one call, and keep it for the documents to come', async () => {
      scene.service.on('info', METHODS)
      const { account, items, signatureSession } = await open(3)
      const values = items.map(({ attributes }) => truth('der', attributes))
      scene.service.on('signatures/signHash', { body: { signatures: values } })
      const results: Uint8Array[] = []
      for (const one of [...items].reverse()) {
        results.unshift(
          await scene.connector.sign(account, { key: scene.key, item: one, inputs: {}, signatureSession }),
        )
      }
      expect(results.map((one) => Buffer.from(one).toString('base64'))).toEqual(values)
      const [call, ...others] = scene.service.calls.filter(({ name }) => name === 'signatures/signHash')
      expect([call?.body['hashes'], others]).toEqual([signatureSession.state['digests'], []])
      const [authorised] = scene.service.calls.filter(({ name }) => name === 'credentials/authorize')
      expect(authorised?.body).toMatchObject({ numSignatures: 3, hashes: signatureSession.state['digests'] })
      const foreign = { key: scene.key, item: makeItems(1)[0]!, inputs: {}, signatureSession }
      expect((await errorOf(scene.connector.sign(account, foreign))).code).toBe('digest-not-authorised')
    })

    it('are over when the answer was lost: nobody knows what was signed', async () => {
      scene.service.on('info', METHODS)
      const { account, items, signatureSession } = await open(2)
      scene.service.on('signatures/signHash', { body: { signatures: [truth('der')] } })
      for (const code of ['answer-lost', 'session-expired']) {
        const request = { key: scene.key, item: items[0] ?? item, inputs: {}, signatureSession }
        expect((await errorOf(scene.connector.sign(account, request))).code).toBe(code)
      }
      expect(scene.service.count('signatures/signHash')).toBe(1)
    })
  })

  it('sign no more than they were opened for', async () => {
    const { account, items, signatureSession } = await open(1)
    for (const code of ['signature-refused', 'session-expired']) {
      const work = scene.connector.sign(account, {
        key: scene.key,
        item: items[0] ?? item,
        inputs: {},
        signatureSession,
      })
      expect((await errorOf(work)).code).toBe(code)
    }
    expect(scene.service.count('signatures/signHash')).toBe(1)
  })

  it.each([{}, { sad: 5 }, { ref: 'one' }, { handle: 7 }])(
    'of a state that is none have expired: %j',
    async (state) => {
      const account = await scene.link()
      expect((await errorOf(scene.sign(account, { signatureSession: keep(state) }))).code).toBe('session-expired')
      expect((await errorOf(Promise.resolve(scene.connector.continueSignatureSession?.(account, state)))).code).toBe(
        'session-expired',
      )
    },
  )

  it('of another certificate, or whose time is over, are not used', async () => {
    const { account, items, signatureSession } = await open(1)
    const other = keep({ ...signatureSession.state, ref: 'two' })
    const old = keep({ ...signatureSession.state, expiresAt: Date.now() - 1 })
    for (const one of [other, old]) {
      const work = scene.connector.sign(account, {
        key: scene.key,
        item: items[0] ?? item,
        inputs: {},
        signatureSession: one,
      })
      expect((await errorOf(work)).code).toBe('session-expired')
    }
    expect(scene.service.count('signatures/signHash')).toBe(0)
  })

  it('are not opened without what has to be typed, or without saying what shall be signed', async () => {
    const account = await scene.link()
    const request = { key: scene.key, items: [item], uses: 1, inputs: {}, description: '' }
    expect((await errorOf(Promise.resolve(scene.connector.openSignatureSession?.(account, request)))).code).toBe(
      'wrong-pin',
    )
    const blind = { ...request, items: [], inputs: { pin: '1234' } }
    expect((await errorOf(Promise.resolve(scene.connector.openSignatureSession?.(account, blind)))).code).toBe(
      'digest-not-authorised',
    )
    expect(scene.service.count('credentials/authorize')).toBe(0)
  })
})
