import { expect, test } from 'vitest'
import type { MailOutcome } from '../../ports/mail.ts'
import type { SenderMail } from './ports.ts'
import { tellNews, type TellNews } from './tell-news.ts'

/** A store with mails that are due, and the steps that were taken. */
function openScene(due: string[], { send = async (): Promise<MailOutcome> => 'taken', isTold = true } = {}) {
  const steps: string[] = []
  const step = async (name: string, { mailId }: { mailId: string }) => void steps.push(`${name} ${mailId}`)
  const person = { name: 'Ana', email: 'ana@people.test', language: 'en' }
  const ports: TellNews<SenderMail> = {
    news: {
      claim: async (readerId) => (due[0] === undefined ? undefined : { readerId, mailId: due.shift()! }),
      read: async ({ mailId }) => (isTold ? { id: mailId, person, news: [] } : undefined),
      release: (claimed) => step('released', claimed),
      markTold: (claimed) => step('told', claimed),
    },
    tellDevices: (claimed) => step('told on devices', claimed),
    write: ({ id }) => ({ id, to: person.email, subject: '', text: '', html: '' }),
    mailer: {
      send: async ({ id = '' }) => {
        steps.push(`sent ${id}`)
        return send()
      },
    },
    now: () => new Date(),
  }
  return { ports, steps }
}

test('a job tells all mails that are due, one after the other', async () => {
  const { ports, steps } = openScene(['first', 'second'])
  await tellNews(ports, 'ana')
  expect(steps).toEqual([
    ...['told on devices first', 'sent first', 'told first'],
    ...['told on devices second', 'sent second', 'told second'],
  ])
})

test('a mail that is not sent is let go of, and the job fails so that it is run again', async () => {
  const send = () => Promise.reject(new Error('no mail server'))
  const { ports, steps } = openScene(['first', 'second'], { send })
  await expect(tellNews(ports, 'ana')).rejects.toThrow('no mail server')
  expect(steps).toEqual(['told on devices first', 'sent first', 'released first'])
})

test('without a mail server, or with nobody to tell, it is over all the same', async () => {
  const withoutServer = openScene(['first'], { send: async () => 'dropped' })
  await tellNews(withoutServer.ports, 'ana')
  expect(withoutServer.steps).toEqual(['told on devices first', 'sent first', 'told first'])
  const nobody = openScene(['first'], { isTold: false })
  await tellNews(nobody.ports, 'ana')
  expect(nobody.steps).toEqual(['told first'])
})
