/** Biel sends and edits templates, Ana sends, Carla is in another subscription. */
import { makePdf, type DemoName, type Scene } from '@rubrica/testing'
import { openRestartingScene } from './restarting-scene.ts'

export async function openTemplateScene(): Promise<{ scene: Scene } & ReturnType<typeof callsOf>> {
  const scene = await openRestartingScene()
  const calls = callsOf(scene)
  await calls.giveRoles('biel', ['template-editor'])
  await calls.giveRoles('ana', ['sender'])
  const { rows, idOf } = calls
  await rows(
    `insert into subscriptions select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'name', 'Elsewhere'))).*
      from subscriptions s limit 1`,
  )
  await rows(
    `update user_subscriptions set subscription_id = (select id from subscriptions where name = 'Elsewhere'),
      roles = '{manager}' where user_id = $1`,
    [idOf('carla')],
  )
  return { scene, ...calls }
}

function callsOf(scene: Scene) {
  const rows = <Row extends object>(text: string, values: unknown[] = []) =>
    scene.portal.server.database!.query<Row>(text, values)
  const idOf = (who: DemoName) => scene.people[who].userId
  const tokenOf = (who: DemoName | 'program') => (who === 'program' ? scene.senderToken : scene.people[who].token)
  const ask = (who: DemoName | 'program', path: string, init: RequestInit = {}) =>
    fetch(`${scene.portal.url}/api/v1/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${tokenOf(who)}`, ...(init.headers as object) },
    })
  const write = (who: DemoName | 'program', at: string, body: object, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = at.split(' ')
    const typed = { 'content-type': 'application/json', ...headers }
    return ask(who, path, { method, headers: typed, body: JSON.stringify(body) })
  }
  return {
    rows,
    idOf,
    ask,
    write,
    giveRoles: (who: DemoName, roles: string[]) =>
      rows('update user_subscriptions set roles = $2 where user_id = $1', [idOf(who), roles]),
    upload: async (who: DemoName, text = 'contract') => {
      const body = new Blob([new Uint8Array(makePdf({ text }))])
      const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="Lease.pdf"' }
      const answer = await ask(who, 'files', { method: 'POST', headers, body })
      return ((await answer.json()) as { id: string }).id
    },
    /** A team of these people; biel is never its manager. */
    makeTeam: async (name: string, ...people: DemoName[]) => {
      const id = crypto.randomUUID()
      await rows(
        `insert into teams (id, subscription_id, name, created_at)
          select $1, subscription_id, $2, now() from user_subscriptions where user_id = $3 limit 1`,
        [id, name, idOf('biel')],
      )
      for (const one of people) {
        await rows('insert into team_members (team_id, user_id, may_manage) values ($1, $2, false)', [id, idOf(one)])
      }
      return id
    },
  }
}

export interface Problem {
  readonly Code: string
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[]
}

export const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as Problem).Code]
export const faultsOf = async (answer: Response) =>
  ((await answer.json()) as Problem).errors?.map(({ pointer, code }) => [pointer, code])
export const ifVersion = (etag: string | null) => ({ 'if-match': etag ?? '' })
