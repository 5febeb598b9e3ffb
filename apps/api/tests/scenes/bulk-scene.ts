/** Bulk sends of the people of a template scene: Biel and Ana send, Carla is in another subscription. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { openTemplateScene } from './template-scene.ts'

type Template = Awaited<ReturnType<typeof openTemplateScene>>

export interface Bulk {
  readonly guid: string
  readonly state: string
  readonly counts: Readonly<Record<string, number>>
  readonly columns: readonly string[]
  readonly endedAt: string | null
}

export interface BulkRow {
  readonly number: number
  readonly cells: readonly string[]
  readonly state: string
  readonly code: string | null
  readonly documents: readonly string[]
  readonly findings: readonly { code: string; column: number | null; isNotice: boolean; otherRow?: number }[]
}

type Who = Parameters<Template['ask']>[0]

function bulkCalls({ ask, write, upload }: Template) {
  const json = async <T>(answer: Response, status = 200) => {
    const text = await answer.text()
    expect([answer.status, answer.ok ? '' : text]).toEqual([status, ''])
    return { body: JSON.parse(text) as T, tag: answer.headers.get('etag') ?? '' }
  }
  const give = (who: Who, file: Uint8Array | string, name = 'people.csv', type = 'text/csv') =>
    ask(who, 'bulk', {
      method: 'POST',
      headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
      body: new Blob([typeof file === 'string' ? file : new Uint8Array(file)]),
    })
  const create = async (who: Who, file: Uint8Array | string) => json<Bulk>(await give(who, file), 201)
  const show = async (who: Who, guid: string) => json<Bulk>(await ask(who, `bulk/${guid}`))
  const rows = async (who: Who, guid: string, query = 'limit=200') =>
    (await json<{ data: BulkRow[]; next: string | null }>(await ask(who, `bulk/${guid}/rows?${query}`))).body
  const until = async (who: Who, guid: string, ...states: string[]) => {
    for (;;) {
      const { body, tag } = await show(who, guid)
      if (states.includes(body.state)) return { body, tag }
      await pause(100)
    }
  }
  const map = (who: Who, { guid, tag }: { guid: string; tag: string }, mapping: object) =>
    write(who, `PUT bulk/${guid}/mapping`, mapping, { 'if-match': tag })
  return {
    ...{ give, create, show, rows, until, map, json },
    /** A template with one file, which a tenant signs whom each row names. */
    template: async (more: object = {}) => {
      const content = {
        documents: [{ file: await upload('biel') }],
        signers: [{ role: 'Tenant', positions: [] }],
        ...more,
      }
      const answer = await write('biel', 'POST templates', { name: 'Lease', share: 'subscription', content })
      return (await json<{ guid: string }>(answer, 201)).body.guid
    },
    /** Creates, maps and checks. */
    checked: async (who: Who, file: Uint8Array | string, mapping: object) => {
      const { body, tag } = await create(who, file)
      await json(await map(who, { guid: body.guid, tag }, mapping))
      return until(who, body.guid, 'checked')
    },
    move: (who: Who, guid: string, to: string, body?: object, headers: Record<string, string> = {}) =>
      body
        ? write(who, `POST bulk/${guid}/${to}`, body, headers)
        : ask(who, `bulk/${guid}/${to}`, { method: 'POST', headers }),
    correct: (who: Who, { guid, tag }: { guid: string; tag: string }, number: number, body: object) =>
      write(who, `PUT bulk/${guid}/rows/${number}`, body, { 'if-match': tag }),
  }
}

/** A template scene with a template that rows can use, and the calls about bulk sends. */
export async function openBulkScene() {
  const open = await openTemplateScene()
  const calls = bulkCalls(open)
  return { open, calls, template: await calls.template() }
}
