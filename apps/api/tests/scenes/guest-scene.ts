/** Guests of a scene: invited by biel, and come in by the code of their mail. */
import { expect, vi } from 'vitest'
import { contract, createClient, type ClientOf, type Contract } from '@rubrica/contract'
import { makePdf, sendDocument, type Scene } from '@rubrica/testing'
import { readInbox } from './read-inbox.ts'

export const PATIENCE = { timeout: 120_000, interval: 100 }
export const PASSWORD = 'Guest-of-1-day!'

export const clientAs = (url: string, token: string): ClientOf<Contract> =>
  createClient(contract, {
    bases: () => ({ main: `${url}/api`, identity: `${url}/api` }),
    authorization: ({ auth }) => (auth === 'basic' ? `Basic ${btoa('portal:')}` : `Bearer ${token}`),
  })

interface Guests {
  readonly rows: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  readonly mailsTo: (email: string) => ReturnType<typeof readInbox>
  readonly codeTo: (email: string) => Promise<string>
  readonly secretsTo: (email: string, count?: number) => Promise<string[]>
  readonly secretOf: (email: string, fileName: string) => Promise<string>
  readonly invite: (email: string, fileName?: string, more?: object, signer?: object) => ReturnType<typeof sendDocument>
  readonly stranger: () => ClientOf<Contract>
  readonly enter: (email: string, secret?: string) => Promise<EnteredGuest>
  readonly holdersOf: (guid: string) => Promise<{ user_id: string; guest_id: string | null }[]>
}

/** Somebody whom an invitation let in. */
interface EnteredGuest {
  readonly token: string
  readonly userId: string
  readonly signerId: string
  readonly call: ClientOf<Contract>
}

/** @param scene asked each time: a restart may change its address. */
export function openGuests(scene: () => Scene): Guests {
  const rows = <Row extends object>(text: string, values: unknown[] = []) =>
    scene().portal.server.database!.query<Row>(text, values)
  const mailsTo = (email: string) => readInbox(scene(), email)
  const secretsTo = (email: string, count = 1) =>
    vi.waitFor(async () => {
      const links = (await mailsTo(email)).flatMap((mail) => mail.links)
      const secrets = links.flatMap((link) =>
        link.includes('/invitation?') ? [new URL(link).searchParams.get('t')!] : [],
      )
      expect(secrets.length).toBeGreaterThanOrEqual(count)
      return secrets
    }, PATIENCE)
  /** That of the invitation to one document. */
  const secretOf = (email: string, fileName: string) =>
    vi.waitFor(async () => {
      const mails = (await mailsTo(email)).filter(({ subject }) => subject.includes(fileName))
      const [link] = mails.flatMap(({ links }) => links.filter((one) => one.includes('/invitation?')))
      expect(link).toBeDefined()
      return new URL(link!).searchParams.get('t')!
    }, PATIENCE)
  const invite = (email: string, fileName = 'plan.pdf', more: object = {}, signer: object = {}) =>
    sendDocument(scene().portal.url, scene().people.biel.token, {
      document: makePdf(),
      description: {
        fileName,
        signers: [{ guest: { name: 'Gemma Guest', email, language: 'en', ...more }, ...signer }],
      },
    })
  /** The newest that was sent; other mails may have come since. */
  const codeTo = async (email: string) => (await mailsTo(email)).flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? [])[0]!
  const stranger = () => clientAs(scene().portal.url, '')
  /** The calls of the session that the newest invitation, or the named one, opens. */
  const enter = async (email: string, secret?: string) => {
    const Secret = secret ?? (await secretsTo(email))[0]!
    await stranger().sendInvitationCode({ body: { Secret } })
    const { Session } = await stranger().proveInvitation({ body: { Secret, Code: await codeTo(email) } })
    const { access_token: token, UserGUID: userId, SignerGUID: signerId } = Session!
    return { token, userId, signerId, call: clientAs(scene().portal.url, token) }
  }
  const holdersOf = (guid: string) =>
    rows<{ user_id: string; guest_id: string | null }>('select user_id, guest_id from signers where document_id = $1', [
      guid,
    ])
  return { rows, mailsTo, codeTo, secretsTo, secretOf, invite, stranger, enter, holdersOf }
}
