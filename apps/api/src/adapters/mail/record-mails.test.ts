import { expect, test } from 'vitest'
import type { AnsweredMail } from '../../modules/mails/ports.ts'
import { recordMails } from './record-mails.ts'
import type { HandedMail } from './smtp-transport.ts'

const AT = new Date('2026-01-01T12:00:00Z')
const MAIL = { id: 'to-sign.1', partId: 'p-1', to: 'ana@people.test', subject: 's', text: 't', html: 't' }
const answer = { server: 'mail.example.test', code: 250, status: '2.0.0', words: '250 2.0.0 Ok' }

/** A mail server that does so, and what is kept of it. */
function openScene(hand: () => Promise<HandedMail>) {
  const steps: unknown[] = []
  const mailer = recordMails(
    {
      hand: (mail, returnAddress) => {
        steps.push(['handed', mail.id, returnAddress])
        return hand()
      },
      close: () => undefined,
    },
    {
      ledger: {
        begin: async (mail, { returnCode }) => {
          steps.push(['begun', mail])
          // Of an earlier try.
          expect(returnCode).toMatch(/^[0-9a-f]{32}$/)
          return { mailId: 'm-1', returnCode: 'kept' }
        },
        settle: async (mailId: string, tried: AnsweredMail) => void steps.push(['settled', mailId, tried]),
        report: () => Promise.resolve(false),
      },
      returnAddress: (code) => `bounces+${code}@example.test`,
      now: () => AT,
    },
  )
  return { mailer, steps }
}

const begun = ['begun', { name: 'to-sign.1', partId: 'p-1', address: 'ana@people.test' }]
const handed = ['handed', 'to-sign.1', 'bounces+kept@example.test']

test.each([
  ['taken', false],
  ['refused', true],
] as const)('a mail is kept before it is handed over, and that it was %s after', async (state, isBadAddress) => {
  const { mailer, steps } = openScene(() => Promise.resolve({ state, answer }))
  expect(await mailer.send(MAIL)).toBe(state)
  expect(steps).toEqual([begun, handed, ['settled', 'm-1', { state, answer, isBadAddress, at: AT }]])
})

test('one that could not be handed over waits for another try, and the job fails', async () => {
  const { mailer, steps } = openScene(() => Promise.reject(new Error('away')))
  await expect(mailer.send(MAIL)).rejects.toThrow('away')
  const nothing = { server: '', code: null, status: null, words: '' }
  const waiting = { state: 'waiting', answer: nothing, isBadAddress: false, at: AT }
  expect(steps).toEqual([begun, handed, ['settled', 'm-1', waiting]])
})
