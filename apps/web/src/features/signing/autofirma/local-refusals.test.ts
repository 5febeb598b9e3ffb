import { AutofirmaError } from '@rubrica/autofirma'
import { expect, test } from 'vitest'
import { begin, bytes, refusal } from './local-signing-scene.ts'

test('a document that the server or the application refuses is left out, and the others are signed', async () => {
  const { start, log, ended } = begin({
    documents: ['busy', 'bad', 'good', 'fine'],
    calls: {
      announce: (guid) => (guid === 'busy' ? Promise.reject(refusal(423, 'DOCUMENT_BUSY')) : Promise.resolve()),
    },
    session: {
      signMany: (many) =>
        Promise.resolve({
          certificate: bytes('certificate'),
          results: many.map(({ id }) =>
            id === 'bad' ? { id, signed: false, why: 'ERROR' } : { id, signed: true, signature: bytes(id) },
          ),
        }),
    },
  })
  await start()
  expect(log.filter((step) => step.startsWith('complete'))).toEqual(['complete good good', 'complete fine fine'])
  expect(ended).toEqual([
    {
      signed: ['good', 'fine'],
      failed: [
        { guid: 'busy', error: refusal(423, 'DOCUMENT_BUSY') },
        { guid: 'bad', error: new AutofirmaError('SIGNING_FAILED') },
      ],
      end: { why: 'finished' },
    },
  ])
})

test('a refused certificate ends it before anything is signed, and the next start asks for another one', async () => {
  let tries = 0
  const { signing, start, log, ended } = begin({
    documents: ['a', 'b'],
    calls: {
      announce: () => {
        tries += 1
        return tries === 1 ? Promise.reject(refusal(422, 'LOCAL_CERTIFICATE_FOREIGN')) : Promise.resolve()
      },
    },
  })
  await start()
  expect(signing.stage()).toEqual({ at: 'failed', error: refusal(422, 'LOCAL_CERTIFICATE_FOREIGN') })
  expect(log).toEqual(['open', 'choose', 'close'])
  await start()
  expect(log.slice(3, 6)).toEqual(['open', 'choose', 'sign a+b'])
  await expect.poll(() => ended[0]?.signed).toEqual(['a', 'b'])
})

test('a document that somebody else signed meanwhile is signed anew, once and without another choice', async () => {
  let tries = 0
  const { start, log, ended } = begin({
    calls: {
      complete: () => {
        tries += 1
        return tries === 1 ? Promise.reject(refusal(409, 'DOCUMENT_MOVED_ON')) : Promise.resolve()
      },
    },
  })
  await start()
  await expect.poll(() => ended[0]?.signed).toEqual(['a'])
  expect(log.slice(0, 5)).toEqual(['open', 'choose', 'announce a certificate', 'sign a', 'announce a certificate'])
  expect(log.filter((step) => step === 'sign a')).toHaveLength(2)
})

test('when it has moved on a second time, the person is told', async () => {
  const moved = refusal(409, 'DOCUMENT_MOVED_ON')
  const { signing, start } = begin({ calls: { complete: () => Promise.reject(moved) } })
  await start()
  expect(signing.stage()).toEqual({ at: 'failed', error: moved })
})

test.each([
  ['cancelled', new AutofirmaError('CANCELLED')],
  ['no certificates', new AutofirmaError('NO_CERTIFICATES')],
])('what the application says (%s) is shown, and nothing was sent', async (_name, error) => {
  const { signing, start, log } = begin({ session: { chooseCertificate: () => Promise.reject(error) } })
  await start()
  expect(signing.stage()).toEqual({ at: 'failed', error })
  expect(log).toEqual(['open', 'close'])
})

test('an application that cannot be reached is shown as that', async () => {
  const error = new AutofirmaError('NOT_REACHED')
  const { signing, start } = begin({ open: () => Promise.reject(error) })
  await start()
  expect(signing.stage()).toEqual({ at: 'failed', error })
})

test('a document that is over, or waits for a confirmation, ends it as after any signature', async () => {
  for (const error of [refusal(409, 'DOCUMENT_NO_LONGER_AVAILABLE'), refusal(422, 'DOCUMENT_SUSPICIOUS')]) {
    const { start, ended } = begin({ calls: { announce: () => Promise.reject(error) } })
    await start()
    expect(ended).toEqual([{ signed: [], failed: [{ guid: 'a', error }], end: { why: 'finished' } }])
  }
})
