import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StandIn, type Talk } from './stand-in.ts'
import { attributes, documents, openStandIn, within } from './operations.ts'

let standIn: StandIn
beforeAll(async () => {
  standIn = await openStandIn()
})
afterAll(() => standIn.sandbox.close())
beforeEach(() => standIn.behave())

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
    await within(standIn, async ({ connection }) => {
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
    await within(standIn, async ({ connection }) => {
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
    await within(standIn, async (talk) => {
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
    await expect(within(standIn, ({ connection }) => connection.chooseCertificate())).rejects.toMatchObject({ code })
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
        await within(standIn, async (talk) => {
          await expect(operation(talk)).rejects.toMatchObject({ code: 'ANSWER_INVALID' })
          expect(talk.connection.isOpen).toBe(false)
        })
      }
    },
  )
})
