/** People of a scene who forgot their passwords, what they ask for, and the mails that they get. */
import { expect, vi } from 'vitest'
import { runCli, type Scene } from '@rubrica/testing'
import { readInbox, type Mail } from './read-inbox.ts'

export const PASSWORD = 'Correct-Horse-7'
export const PATIENCE = { timeout: 120_000, interval: 100 }

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

async function read(answer: Response): Promise<Answer> {
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

export const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString('utf8')) as Record<string, unknown>

/** The newest mail is the first of the inbox. */
export const tokenIn = (mails: readonly Mail[]) => new URL(mails[0]!.links[0]!).searchParams.get('t')!

/** @param scene asked each time: it is opened later */
export function openRecoveries(scene: () => Scene) {
  let people = 0
  let hashOfPassword: Promise<string> | undefined
  const server = () => scene().portal.server
  const query = <Row extends object>(text: string, values: unknown[] = []) =>
    server().database!.query<Row>(text, values)

  /** The first one is made by an operator, and the others after that example. */
  async function newPerson(language = 'en'): Promise<{ userId: string; email: string }> {
    people += 1
    const userId = `forgetful${people}`
    const email = `${userId}@people.test`
    if (people === 1) await addPerson(userId)
    else {
      await query(
        `insert into users (id, user_id, name, legal_id, legal_id_type, email, language, password_hash,
           certificate_flags, created_at)
         select gen_random_uuid(), $1, name, $1, legal_id_type, email, language, password_hash, certificate_flags, now()
         from users where user_id = 'forgetful1'`,
        [userId],
      )
    }
    await query('update users set email = $1, language = $2, password_hash = $3 where user_id = $4', [
      email,
      language,
      await (hashOfPassword ??= passwordHash()),
      userId,
    ])
    return { userId, email }
  }

  const passwordHash = async () =>
    (await query<{ password_hash: string }>(`select password_hash from users where user_id = 'forgetful1'`))[0]!
      .password_hash

  async function addPerson(userId: string): Promise<void> {
    const facts = ['--name', 'For Getful', '--legal-id', 'F1', '--email', 'f@people.test']
    const { code, stderr } = await runCli(['user', 'add', userId, ...facts], {
      DATABASE_URL: server().database!.url,
      DATA_DIR: server().dataDir,
      RUBRICA_PASSWORD: PASSWORD,
    })
    if (code !== 0) throw new Error(stderr)
  }

  const askToken = async (fields: Record<string, string>) =>
    read(
      await fetch(`${scene().portal.url}/api/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from('portal:').toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'password', ...fields }),
      }),
    )
  const askRecovery = (username: string, password = '') =>
    askToken({ username, password, scope: 'vidmobileuser\\recoverpass' })
  const logIn = (username: string, password: string) => askToken({ username, password, scope: 'vidmobileuser' })

  const put = async (call: 'recoverpass' | 'password', token: string, body: object, id = payloadOf(token)['sub']) =>
    read(
      await fetch(`${scene().portal.url}/api/vidmobileusers/${String(id)}/${call}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )

  async function askForMail(userId: string, wish: object = {}): Promise<string> {
    const token = String((await askRecovery(userId)).body['access_token'])
    expect((await put('recoverpass', token, wish)).status).toBe(204)
    return token
  }

  async function mailsTo(email: string, count: number): Promise<readonly Mail[]> {
    return vi.waitFor(async () => {
      const open = await query(`select 1 from pgboss.job where name = 'send-recovery-mail' and state <> 'completed'`)
      expect(open).toEqual([])
      const mails = await readInbox(scene(), email)
      expect(mails).toHaveLength(count)
      return mails
    }, PATIENCE)
  }
  return { server, query, newPerson, read, askRecovery, logIn, put, askForMail, mailsTo }
}
