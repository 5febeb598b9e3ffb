/** A scene for what strangers send: it proves that other people are answered meanwhile. */
import { readFileSync } from 'node:fs'
import { expect, inject } from 'vitest'
import { makePdf, openScene, postDocument, type DemoName, type Scene } from '@rubrica/testing'

export interface SentDocument {
  readonly guid: string
  readonly signers: readonly { readonly guid: string }[]
}

export interface HostileScene extends AsyncDisposable {
  readonly scene: Scene
  /** Sends a document for ana; `changes` to its description. */
  readonly post: (document: Uint8Array, changes?: object) => Promise<Response>
  /** The answer to a person who looks at a page. */
  readonly pageOf: (who: DemoName, guid: string, page?: number, rest?: string) => Promise<Response>
  /** Runs something hostile, and proves that somebody else can work until it is over. */
  readonly besideOthers: <T>(hostile: Promise<T>) => Promise<T>
  /** Checks that the server's memory never went over what it may take. */
  readonly expectMemoryKept: () => void
}

/** Enough for every look at the bystander's document to be one at a page that was not drawn before. */
const PAGES_OF_OTHERS = 4000
/** A peak that the server stays below whatever it is sent: two threads at their limit, and what it holds itself. */
const MEMORY_PEAK_MB = 2048

/** Starts a portal with a document that a bystander reads. */
export async function openHostileScene(): Promise<HostileScene> {
  const scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { CALLS_PER_MINUTE: '1000000', PDF_WORKER_TIMEOUT_MS: '8000' },
  })
  const bystander = await scene.send({ signers: ['biel'], pdf: makePdf({ text: 'Bystander', pages: PAGES_OF_OTHERS }) })
  let lookedAt = 0
  const as = (who: DemoName) => ({ authorization: `Bearer ${scene.people[who].token}` })
  const pageOf = (who: DemoName, guid: string, page = 1, rest = '') =>
    fetch(`${scene.portal.url}/api/documentrendered/${guid}/remote/pages/${page}${rest}`, { headers: as(who) })
  return {
    scene,
    post: (document, changes = {}) =>
      postDocument(scene.portal.url, scene.senderToken, {
        document,
        description: { fileName: 'paper.pdf', signers: [{ userId: 'ana' }], ...changes },
      }),
    pageOf,
    besideOthers: async (hostile) => {
      let isOver = false
      const over = hostile.finally(() => (isOver = true))
      over.catch(() => undefined)
      let answered = 0
      while (!isOver || answered < 2) {
        const list = await fetch(`${scene.portal.url}/api/pendingsignatures/paginated`, { headers: as('biel') })
        expect(list.status).toBe(200)
        const page = await pageOf('biel', bystander.guid, (lookedAt++ % PAGES_OF_OTHERS) + 1, '?width=320')
        expect(page.status).toBe(200)
        await Promise.all([list.text(), page.text()])
        answered += 1
      }
      return over
    },
    expectMemoryKept: () => {
      const status = readFileSync(`/proc/${scene.portal.server.program.pid}/status`, 'utf8')
      expect(Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024).toBeLessThan(MEMORY_PEAK_MB)
    },
    [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose](),
  }
}

interface Problem {
  readonly Code: string
  readonly Message: string
  readonly Details?: Readonly<Record<string, unknown>>
}

/** Checks the shape of a refusal. @returns its code */
export async function refusalOf(answer: Response): Promise<string> {
  const problem = (await answer.json()) as Problem
  expect(answer.status, problem.Code).toBeGreaterThanOrEqual(400)
  expect(answer.status, problem.Code).toBeLessThan(500)
  expect(problem.Code).toMatch(/^[A-Z][A-Z0-9_]+$/)
  expect(problem.Message).toMatch(/\S+ \S+/)
  return problem.Code
}
