import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StandIn } from './stand-in.ts'
import { attributes, documents, expectSigned, namesOf, openStandIn, within } from './operations.ts'

let standIn: StandIn
beforeAll(async () => {
  standIn = await openStandIn()
})
afterAll(() => standIn.sandbox.close())
beforeEach(() => standIn.behave())

describe('a connection', () => {
  it('picks a certificate and signs, with one dialog for both', async () => {
    await within(standIn, async ({ connection, stages, launched }) => {
      const certificate = await connection.chooseCertificate()
      expect(new X509Certificate(certificate).subject).toContain('IDCES-00000000T')
      const message = attributes()
      const answer = await connection.sign(message)
      expect(Buffer.from(answer.certificate)).toEqual(Buffer.from(certificate))
      expectSigned(message, answer.certificate, answer.signature)
      expect(await standIn.run()).toMatchObject({ dialogs: 1, isRunning: true })
      connection.close()
      connection.close()
      // It is said at each try, and how many there are depends on how soon the application is up.
      const told = namesOf(stages).filter((stage) => stage !== 'waiting-for-window')
      expect(told.filter((stage, at) => stage !== 'connecting' || told[at - 1] !== stage)).toEqual([
        ...['launching', 'connecting', 'connected'],
        ...['choosing-certificate', 'signing', 'signing', 'done'],
      ])
      expect(launched).toMatch(/^afirma:\/\/websocket\?ports=\d+,\d+,\d+&v=4&jvc=4&idsession=[A-Za-z0-9]{20}$/)
    })
  })

  it('sends the very texts that the real application was measured with', async () => {
    await within(standIn, async ({ connection, launched }) => {
      await connection.chooseCertificate()
      await connection.sign(Buffer.from('1¡¿'))
      await connection.signMany([{ id: 'a-1', toBeSigned: Buffer.from([0x31, 0xff, 0xfe]) }])
      const id = launched.slice(-20)
      // base64url of `filters=nonexpired:;signingcert:`.
      const properties = 'ZmlsdGVycz1ub25leHBpcmVkOjtzaWduaW5nY2VydDo='
      const batch =
        '{"algorithm":"SHA512withRSA","format":"NONE","suboperation":"sign","stoponerror":false,' +
        `"extraparams":"${properties}","singlesigns":[{"id":"a-1","datareference":"Mf/+"}]}`
      const dat = Buffer.from(batch).toString('base64').replaceAll('+', '-').replaceAll('/', '_')
      const texts = [...new Set((await standIn.run()).messages)]
      expect(texts).toEqual([
        `echo=-idsession=${id}@EOF`,
        `afirma://selectcert?op=selectcert&idsession=${id}&properties=${properties}&sticky=true`,
        `getresult?idsession=${id}`,
        `afirma://sign?op=sign&idsession=${id}&algorithm=SHA512withRSA&format=NONE&properties=${properties}` +
          '&sticky=true&appname=Rubrica&dat=McKhwr8=',
        `afirma://batch?op=batch&idsession=${id}&properties=${properties}&sticky=true&needcert=true` +
          `&dat=${dat}&jsonbatch=true&localBatchProcess=true`,
      ])
    })
  })

  it('greets before each operation, and carries several on one socket', async () => {
    await within(standIn, async ({ connection }) => {
      await connection.sign(attributes())
      await connection.sign(attributes())
      const { messages, dialogs } = await standIn.run()
      const kinds = messages.map((text) => /^(echo|getresult|afirma:..\w+)/.exec(text)?.[0])
      const echoes = kinds.flatMap((kind, index) => (kind === 'afirma://sign' ? [kinds[index - 1]] : []))
      expect(echoes).toEqual(['echo', 'echo'])
      expect(dialogs).toBe(1)
    })
  })

  it.each(['own', 'second'])(
    'has RSA and ECDSA values verify over the attributes themselves (%s key)',
    async (pick) => {
      await standIn.behave({ person: 'biel', certificates: ['own', 'second'], pick })
      await within(standIn, async ({ connection }) => {
        const message = attributes()
        const { certificate, signature } = await connection.sign(message)
        expectSigned(message, certificate, signature)
        const type = new X509Certificate(certificate).publicKey.asymmetricKeyType
        expect(type).toBe(pick === 'own' ? 'ec' : 'rsa')
      })
    },
  )

  it('signs a batch of 50 with one dialog, and each value is of its own document', async () => {
    await within(standIn, async ({ connection, stages }) => {
      const certificate = await connection.chooseCertificate()
      const fifty = documents(50)
      const batch = await connection.signMany(fifty)
      expect(Buffer.from(batch.certificate)).toEqual(Buffer.from(certificate))
      expect(batch.results.map(({ id }) => id)).toEqual(fifty.map(({ id }) => id))
      for (const [index, result] of batch.results.entries()) {
        if (!result.signed) throw new Error(`${result.id} has no signature`)
        expectSigned(fifty[index]?.toBeSigned ?? Buffer.alloc(0), batch.certificate, result.signature)
      }
      expect((await standIn.run()).dialogs).toBe(1)
      expect(stages.at(-1)).toEqual({ stage: 'signing', signed: 50, total: 50 })
    })
  })

  it('goes on in a second message beyond a hundred documents, still with one dialog', async () => {
    await within(standIn, async ({ connection, stages }) => {
      const { results } = await connection.signMany(documents(120))
      expect(results.filter(({ signed }) => signed)).toHaveLength(120)
      expect((await standIn.run()).dialogs).toBe(1)
      expect(stages.filter(({ stage }) => stage === 'signing')).toEqual([
        { stage: 'signing', signed: 0, total: 120 },
        { stage: 'signing', signed: 100, total: 120 },
        { stage: 'signing', signed: 120, total: 120 },
      ])
    })
  })

  it('leaves the other documents of a batch signed when one fails', async () => {
    await standIn.behave({ failing: [2] })
    const { results } = await within(standIn, ({ connection }) => connection.signMany(documents(3)))
    expect(results.map(({ signed }) => signed)).toEqual([true, false, true])
    expect(results[1]).toMatchObject({ why: 'ERROR', code: 'AF600105' })
  })

  it('refuses a batch whose names could not be distinguished in the answer', async () => {
    await within(standIn, async ({ connection }) => {
      const one = { id: 'same', toBeSigned: attributes() }
      for (const wrong of [[], [one, one], [{ ...one, id: 'a&b' }], [{ ...one, id: '' }]]) {
        await expect(connection.signMany(wrong)).rejects.toThrow(TypeError)
      }
      expect(connection.isOpen).toBe(true)
    })
  })

  it('does one operation at a time', async () => {
    await within(standIn, async ({ connection }) => {
      const first = connection.chooseCertificate()
      await expect(connection.sign(attributes())).rejects.toMatchObject({ code: 'BUSY' })
      await first
      await connection.sign(attributes())
    })
  })

  it('takes an answer of 5 MB in one message', async () => {
    await standIn.behave({ filler: 5 * 1024 * 1024 })
    await within(standIn, async ({ connection }) => {
      const message = attributes()
      const { certificate, signature } = await connection.sign(message)
      expectSigned(message, certificate, signature)
      const { results } = await connection.signMany(documents(2))
      expect(results.map(({ signed }) => signed)).toEqual([true, true])
    })
  })
})

describe('waiting for the person', () => {
  it.each([1, 2, 3, 4, 5, 6])('gets an answer that is held back going with an echo (reply %i)', async (holdsBack) => {
    await standIn.behave({ holdsBack })
    await within(standIn, async ({ connection }) => {
      await connection.chooseCertificate()
      const message = attributes()
      const { certificate, signature } = await connection.sign(message)
      expectSigned(message, certificate, signature)
    })
  })

  it('says to look at the window of the application, and takes the choice made there', async () => {
    await standIn.behave({ pick: 'by-hand', certificates: ['own', 'other'] })
    await within(standIn, async ({ connection, stages }) => {
      const chosen = connection.chooseCertificate()
      const window = await standIn.waitForWindow()
      await until(() => namesOf(stages).includes('waiting-for-window'))
      await standIn.sandbox.postJson(`/autofirma/windows/${window}`, { choice: '1' })
      expect(new X509Certificate(await chosen).subject).toContain('IDCES-00000001R')
      expect(namesOf(stages).filter((stage) => stage === 'waiting-for-window')).toHaveLength(1)
    })
  })

  it('is over after the time that a dialog may take, and the application ends', async () => {
    await standIn.behave({ pick: 'by-hand' })
    const { connection } = await standIn.talk({ times: { operationMs: 50_000 } })
    await expect(connection.chooseCertificate()).rejects.toMatchObject({ code: 'TIMED_OUT' })
    expect(connection.isOpen).toBe(false)
    await until(async () => !(await standIn.run()).isRunning)
    await expect(connection.chooseCertificate()).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
  })

  it('is over when the page gives up, which closes the socket and with it the application', async () => {
    await standIn.behave({ pick: 'by-hand' })
    const { connection } = await standIn.talk()
    const given = new AbortController()
    const chosen = connection.chooseCertificate(given.signal)
    await standIn.waitForWindow()
    given.abort()
    await expect(chosen).rejects.toMatchObject({ code: 'ABORTED' })
    await until(async () => !(await standIn.run()).isRunning)
  })

  it('is carried through with an older application, which is silent until the person is done', async () => {
    await standIn.behave({ pick: 'first', dialogTakes: 300, isOld: true })
    await within(standIn, async ({ connection }) => {
      // More than five seconds of a hasty clock: an echo is still to be answered when the choice is made.
      const certificate = await connection.chooseCertificate()
      expect((await connection.sign(attributes())).certificate).toEqual(certificate)
      expect((await connection.signMany(documents(3))).results.every(({ signed }) => signed)).toBe(true)
      const { messages, dialogs } = await standIn.run()
      expect(messages.filter((message) => message.startsWith('getresult'))).toEqual([])
      expect(dialogs).toBe(1)
    })
  })

  it('is over when the application goes away', async () => {
    await standIn.behave({ hangsUp: true })
    await expect(within(standIn, ({ connection }) => connection.chooseCertificate())).rejects.toMatchObject({
      code: 'CONNECTION_LOST',
    })
  })
})

/** Polls what has no event here; the test's own time limit is the limit. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
}
