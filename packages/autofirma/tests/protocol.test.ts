import { createPublicKey, randomBytes, verify, X509Certificate } from 'node:crypto'
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AutofirmaStage } from '../src/connection.ts'
import { hastyTimers, openRules, StandIn, type Talk } from './stand-in.ts'

let standIn: StandIn
beforeAll(async () => {
  standIn = await StandIn.open()
  // Keys take their time to be made; the first one who asks would pay for it.
  await standIn.behave()
  const { connection } = await standIn.talk()
  await connection.chooseCertificate()
  connection.close()
})
afterAll(() => standIn.sandbox.close())
beforeEach(() => standIn.behave())

/** What a server would give: a SET OF attributes, of which the client only knows that it is octets. */
const attributes = (): Buffer => Buffer.concat([Buffer.from([0x31, 0x81, 0x87]), randomBytes(0x87)])

const documents = (count: number) =>
  [...Array(count).keys()].map((index) => ({ id: `document-${index}`, toBeSigned: attributes() }))

function expectSigned(message: Uint8Array, certificate: Uint8Array, signature: Uint8Array): void {
  const key = createPublicKey(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }))
  expect(verify('sha512', message, key, signature)).toBe(true)
}

const namesOf = (stages: readonly AutofirmaStage[]): string[] => stages.map(({ stage }) => stage)

/** Runs one operation in a connection of its own. */
async function within<Result>(work: (talk: Talk) => Promise<Result>): Promise<Result> {
  const talk = await standIn.talk()
  try {
    return await work(talk)
  } finally {
    talk.connection.close()
  }
}

describe('a connection', () => {
  it('picks a certificate and signs, with one dialog for both', async () => {
    await within(async ({ connection, stages, launched }) => {
      const certificate = await connection.chooseCertificate()
      expect(new X509Certificate(certificate).subject).toContain('IDCES-00000000T')
      const message = attributes()
      const answer = await connection.sign(message)
      expect(Buffer.from(answer.certificate)).toEqual(Buffer.from(certificate))
      expectSigned(message, answer.certificate, answer.signature)
      expect(await standIn.run()).toMatchObject({ dialogs: 1, isRunning: true })
      connection.close()
      connection.close()
      expect(namesOf(stages).filter((stage) => stage !== 'waiting-for-window')).toEqual([
        ...['launching', 'connecting', 'connected'],
        ...['choosing-certificate', 'signing', 'signing', 'done'],
      ])
      expect(launched).toMatch(/^afirma:\/\/websocket\?ports=\d+,\d+,\d+&v=4&jvc=4&idsession=[A-Za-z0-9]{20}$/)
    })
  })

  it('sends the very texts that the real application was measured with', async () => {
    await within(async ({ connection, launched }) => {
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
    await within(async ({ connection }) => {
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
      await within(async ({ connection }) => {
        const message = attributes()
        const { certificate, signature } = await connection.sign(message)
        expectSigned(message, certificate, signature)
        const type = new X509Certificate(certificate).publicKey.asymmetricKeyType
        expect(type).toBe(pick === 'own' ? 'ec' : 'rsa')
      })
    },
  )

  it('signs a batch of 50 with one dialog, and each value is of its own document', async () => {
    await within(async ({ connection, stages }) => {
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
    await within(async ({ connection, stages }) => {
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
    const { results } = await within(({ connection }) => connection.signMany(documents(3)))
    expect(results.map(({ signed }) => signed)).toEqual([true, false, true])
    expect(results[1]).toMatchObject({ why: 'ERROR', code: 'AF600105' })
  })

  it('refuses a batch whose names could not be distinguished in the answer', async () => {
    await within(async ({ connection }) => {
      const one = { id: 'same', toBeSigned: attributes() }
      for (const wrong of [[], [one, one], [{ ...one, id: 'a&b' }], [{ ...one, id: '' }]]) {
        await expect(connection.signMany(wrong)).rejects.toThrow(TypeError)
      }
      expect(connection.isOpen).toBe(true)
    })
  })

  it('does one operation at a time', async () => {
    await within(async ({ connection }) => {
      const first = connection.chooseCertificate()
      await expect(connection.sign(attributes())).rejects.toMatchObject({ code: 'BUSY' })
      await first
      await connection.sign(attributes())
    })
  })

  it('takes an answer of 5 MB in one message', async () => {
    await standIn.behave({ filler: 5 * 1024 * 1024 })
    await within(async ({ connection }) => {
      const message = attributes()
      const { certificate, signature } = await connection.sign(message)
      expectSigned(message, certificate, signature)
      const { results } = await connection.signMany(documents(2))
      expect(results.map(({ signed }) => signed)).toEqual([true, true])
    })
  })
})

describe('connecting', () => {
  it('finds the one port of three that accepts, with two refused before', async () => {
    await standIn.behave({ portIndex: 2 })
    await within(async ({ connection, launched }) => {
      const ports = /ports=([\d,]+)/.exec(launched)?.[1]?.split(',').map(Number) ?? []
      expect((await standIn.run()).port).toBe(ports[2])
      await connection.sign(attributes())
    })
  })

  it('waits a second and a half, then tries again until the application listens', async () => {
    await standIn.behave({ startsAfter: 400 })
    await within(async ({ stages }) => {
      expect(stages.filter(({ stage }) => stage === 'connecting').length).toBeGreaterThan(1)
    })
  })

  it('says what is most likely when nobody listens at all', async () => {
    await standIn.behave({ startsAfter: null })
    // How long a port takes to refuse is one of the facts, and must not be blown up.
    const around = { ...standIn.around, timers: { ...hastyTimers, now: () => performance.now() } }
    await expect(standIn.talk({ around, times: { connectMs: 200 } })).rejects.toMatchObject({
      code: 'NOT_REACHED',
      facts: { diagnosis: { cause: 'not-running', certainty: 'likely' } },
    })
  })

  it('says so when the launcher itself cannot be reached', async () => {
    const around = { ...standIn.around, launch: () => Promise.reject(new Error('offline')) }
    await expect(standIn.talk({ around })).rejects.toMatchObject({ code: 'NOT_REACHED' })
  })

  it('reports a wrong connection id at once', async () => {
    await standIn.behave({ isOtherSession: true })
    await expect(standIn.talk()).rejects.toMatchObject({ code: 'WRONG_SESSION', facts: { code: 'AF620010' } })
  })

  it('passes over another program that happens to listen on one of the ports', async () => {
    const other = await listen(createPlainServer((socket) => socket.on('error', () => undefined).end('220 hello\r\n')))
    const { port } = other.address() as AddressInfo
    let turn = 0
    const first = [Buffer.from([(port >> 8) & 0xff, port & 0xff])]
    const random = (count: number): Uint8Array => (count === 2 && first[turn++]) || standIn.around.random(count)
    const around = { ...standIn.around, random }
    await standIn.behave({ portIndex: 1 })
    if (port >= 49_152) {
      const { connection } = await standIn.talk({ around })
      await connection.sign(attributes())
      connection.close()
    }
    other.close()
  })

  it('ends when the page gives up, at every stage', async () => {
    for (const stage of ['launching', 'connecting'] as const) {
      const given = new AbortController()
      const onStage = (now: AutofirmaStage): void => void (now.stage === stage && given.abort())
      await expect(standIn.talk({ signal: given.signal, onStage })).rejects.toMatchObject({ code: 'ABORTED' })
    }
    await expect(standIn.talk({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('ends at once when the policy of the page forbids the address', async () => {
    const rules = {
      ...openRules,
      watchPolicy: (onBlocked: (address: string) => void) => {
        blocked = onBlocked
        return () => undefined
      },
    }
    let blocked: (address: string) => void = () => undefined
    // Chromium leaves such a socket as it is, and raises no event of it.
    const openSocket = (url: string) => {
      queueMicrotask(() => blocked(`${url}/`))
      return { send: () => undefined, close: () => undefined, addEventListener: () => undefined }
    }
    await expect(standIn.talk({ around: { ...standIn.around, rules, openSocket } })).rejects.toMatchObject({
      code: 'NOT_REACHED',
      facts: { diagnosis: { cause: 'blocked-by-csp', certainty: 'certain', others: [] } },
    })
  })
})

const listen = (server: Server): Promise<Server> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))

describe('waiting for the person', () => {
  it.each([1, 2, 3, 4, 5, 6])('gets an answer that is held back going with an echo (reply %i)', async (holdsBack) => {
    await standIn.behave({ holdsBack })
    await within(async ({ connection }) => {
      await connection.chooseCertificate()
      const message = attributes()
      const { certificate, signature } = await connection.sign(message)
      expectSigned(message, certificate, signature)
    })
  })

  it('says to look at the window of the application, and takes the choice made there', async () => {
    await standIn.behave({ pick: 'by-hand', certificates: ['own', 'other'] })
    await within(async ({ connection, stages }) => {
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
    await within(async ({ connection }) => {
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
    await expect(within(({ connection }) => connection.chooseCertificate())).rejects.toMatchObject({
      code: 'CONNECTION_LOST',
    })
  })
})

/** Polls what has no event here; the test's own time limit is the limit. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
}

describe('errors', () => {
  const said: [string, string, string][] = [
    ['err-11:=AF500001 - Operacion cancelada por el usuario', 'CANCELLED', 'AF500001'],
    ['CANCEL', 'CANCELLED', 'CANCEL'],
    ['err-00:=AF620010 - sesion', 'WRONG_SESSION', 'AF620010'],
    ['SAF_46: sesion', 'WRONG_SESSION', 'SAF_46'],
    ['err-00:=AF600105 - formato', 'BAD_PARAMETERS', 'AF600105'],
    ['SAF_06: formato', 'BAD_PARAMETERS', 'SAF_06'],
    ['err-00:=AF510005 - no es PDF', 'BAD_PARAMETERS', 'AF510005'],
    ['SAF_28: no es PDF', 'BAD_PARAMETERS', 'SAF_28'],
    ['err-00:=AF501001 - ninguno', 'NO_CERTIFICATES', 'AF501001'],
    ['err-00:=AF502001 - ninguno que elegir', 'NO_CERTIFICATES', 'AF502001'],
    ['err-00:=AF504001 - ninguno para el lote', 'NO_CERTIFICATES', 'AF504001'],
    ['SAF_19: ninguno', 'NO_CERTIFICATES', 'SAF_19'],
    ['SAF_10: ninguno', 'NO_CERTIFICATES', 'SAF_10'],
    ['err-00:=AF600104 - formato', 'BAD_PARAMETERS', 'AF600104'],
    ['err-00:=AF600107 - algoritmo', 'BAD_PARAMETERS', 'AF600107'],
    ['SAF_03: parametros', 'BAD_PARAMETERS', 'SAF_03'],
    ['err-00:=AF600002 - operacion', 'BAD_PARAMETERS', 'AF600002'],
    ['SAF_04: operacion', 'BAD_PARAMETERS', 'SAF_04'],
    ['err-00:=AF620009 - protocolo', 'BAD_PARAMETERS', 'AF620009'],
    ['SAF_02: protocolo', 'BAD_PARAMETERS', 'SAF_02'],
    ['err-00:=AF500005 - version', 'UNSUPPORTED_VERSION', 'AF500005'],
    ['SAF_41: version', 'UNSUPPORTED_VERSION', 'SAF_41'],
    ['SAF_21: version', 'UNSUPPORTED_VERSION', 'SAF_21'],
    ['err-00:=AF201101 - almacen', 'STORE_LOCKED', 'AF201101'],
    ['SAF_08: almacen', 'STORE_LOCKED', 'SAF_08'],
    ['err-00:=AF201107 - almacen de Windows', 'STORE_LOCKED', 'AF201107'],
    ['err-00:=AF511004 - tarjeta bloqueada', 'STORE_LOCKED', 'AF511004'],
    ['SAF_52: almacen bloqueado', 'STORE_LOCKED', 'SAF_52'],
    ['err-00:=AF420001 - externa', 'PEER_REFUSED', 'AF420001'],
    ['err-00:=AF401300 - servicio', 'SIGNING_FAILED', 'AF401300'],
    ['SAF_09: firma', 'SIGNING_FAILED', 'SAF_09'],
    ['err-00:=AF200111 - firma', 'SIGNING_FAILED', 'AF200111'],
    ['err-00:=AF200110 - clave', 'SIGNING_FAILED', 'AF200110'],
    ['SAF_51: clave', 'SIGNING_FAILED', 'SAF_51'],
    ['SAF_20: lote', 'SIGNING_FAILED', 'SAF_20'],
    ['SAF_47: externa', 'PEER_REFUSED', 'SAF_47'],
    ['SAF_14: version', 'UNSUPPORTED_VERSION', 'SAF_14'],
    ['err-00:=AF600999 - peticion', 'BAD_PARAMETERS', 'AF600999'],
    ['err-00:=AF600416 - local', 'BAD_PARAMETERS', 'AF600416'],
    ['err-00:=AF600414 - local', 'BAD_PARAMETERS', 'AF600414'],
    ['SAF_13: local', 'BAD_PARAMETERS', 'SAF_13'],
    ['MEMORY_ERROR', 'OUT_OF_MEMORY', 'MEMORY_ERROR'],
    ['NULL', 'FAILED', 'NULL'],
    ['err-11:=AF599999 - cancelada de otro modo', 'CANCELLED', 'AF599999'],
    ['err-00:=AF999999 - nuevo', 'FAILED', 'AF999999'],
    ['SAF_77: nuevo', 'FAILED', 'SAF_77'],
  ]

  it('each have their meaning, in the words of protocol 4.1 and in the old ones, and leave the connection open', async () => {
    await standIn.behave({ answer: said.map(([answer]) => answer) })
    await within(async ({ connection }) => {
      for (const [answer, code, raw] of said) {
        const failure: unknown = await connection.sign(attributes()).catch((reason: unknown) => reason)
        expect(failure, answer).toMatchObject({ name: 'AutofirmaError', code, facts: { code: raw } })
        // What the application says in words is shown to nobody.
        expect(JSON.stringify(failure) + String(failure)).not.toMatch(/sesion|formato|cancelada|almacen|nuevo/)
        expect(connection.isOpen).toBe(true)
      }
    })
  })

  it('leave the connection as it is, so that the person can try again', async () => {
    await standIn.behave({ pick: 'by-hand' })
    await within(async ({ connection }) => {
      for (const choice of [undefined, '0']) {
        const chosen = connection.chooseCertificate().catch((reason: unknown) => reason)
        const window = await standIn.waitForWindow()
        await standIn.sandbox.postJson(`/autofirma/windows/${window}`, { choice })
        if (choice === undefined) expect(await chosen).toMatchObject({ code: 'CANCELLED' })
        else expect(await chosen).toBeInstanceOf(Uint8Array)
      }
    })
  })

  it('say by another code for each operation that no certificate is left', async () => {
    await standIn.behave({ certificates: [] })
    const operations: readonly (readonly [string, (talk: Talk) => Promise<unknown>])[] = [
      ['AF502001', ({ connection }) => connection.chooseCertificate()],
      ['AF501001', ({ connection }) => connection.sign(attributes())],
      ['AF504001', ({ connection }) => connection.signMany(documents(2))],
    ]
    await within(async (talk) => {
      for (const [code, operation] of operations) {
        await expect(operation(talk)).rejects.toMatchObject({ code: 'NO_CERTIFICATES', facts: { code } })
      }
    })
  })

  it.each([
    [{ certificates: [] }, 'NO_CERTIFICATES'],
    [{ certificates: ['expired'] }, 'NO_CERTIFICATES'],
    [{ isLocked: true }, 'NO_CERTIFICATES'],
    [{ pick: 'cancel' }, 'CANCELLED'],
  ])('come from the store and the dialog, too: %j is %s', async (behaviour, code) => {
    await standIn.behave(behaviour)
    await expect(within(({ connection }) => connection.chooseCertificate())).rejects.toMatchObject({ code })
  })
})

describe('hostile answers', () => {
  it.each(['', '<html>', 'MII|MII', `${Buffer.from('not a certificate').toString('base64')}|AAAA`])(
    '%j is no certificate, no signature and no batch, and ends the connection',
    async (answer) => {
      await standIn.behave({ answer })
      const operations: ((talk: Talk) => Promise<unknown>)[] = [
        ({ connection }) => connection.chooseCertificate(),
        ({ connection }) => connection.sign(attributes()),
        ({ connection }) => connection.signMany(documents(2)),
      ]
      for (const operation of operations) {
        await within(async (talk) => {
          await expect(operation(talk)).rejects.toMatchObject({ code: 'ANSWER_INVALID' })
          expect(talk.connection.isOpen).toBe(false)
        })
      }
    },
  )
})
