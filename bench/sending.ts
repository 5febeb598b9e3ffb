/**
 * What people who send wait for: the list of what was sent with 1,000 to 1,000,000 documents, beside a bare node:http
 * and pg handler; a file on its way into the server, beside what no server could do without; and how smoothly its
 * signatures are placed.
 */
import { measureParts, type BenchOptions, type Figure } from './measure.ts'
import { compareAnswers, warmUp, type Question } from './parts/compare-answers.ts'
import { rowCounts } from './parts/peer-stage.ts'
import { openSentStage } from './parts/sent-stage.ts'
import { measurePlacing } from './parts/measure-placing.ts'
import { measureSends } from './parts/measure-sends.ts'

const WARM_UP_ROWS = 1000
const PAGE_SIZE = 25
/** In the order of their ages, so many of the documents of the stage are younger than the filter. */
const SILENT_DAYS = 1

function questionsFor([manager = '', ...senders]: readonly string[]): Question[] {
  const address = (filter = '') => `/v1/documents?limit=${PAGE_SIZE}${filter}`
  return [
    { name: 'first page of everything', path: address(), tokens: [manager] },
    { name: 'first page of one’s own', path: address(), tokens: senders },
    { name: 'filtered by name', path: address('&fileName=annex'), tokens: [manager] },
    { name: 'nothing happened for a day', path: address(`&silentDays=${SILENT_DAYS}`), tokens: [manager] },
  ]
}

/** Each server seals its own cursors. */
const withoutCursor = (answer: object): object => {
  const { data, next } = answer as { data: unknown; next: string | null }
  return { data, isLast: next === null }
}

async function measureLists({ say }: BenchOptions): Promise<Figure[]> {
  const sizes = rowCounts()
  await using stage = await openSentStage()
  await stage.fill(Math.min(WARM_UP_ROWS, ...sizes))
  const questions = questionsFor(stage.tokens)
  await warmUp(stage, questions)
  const figures: Figure[] = []
  for (const rows of sizes) {
    say(`filling up to ${rows} documents`)
    await stage.fill(rows)
    for (const question of questions) {
      const what = `${rows} sent`
      figures.push(...(await compareAnswers(stage, question, { say, what, comparable: withoutCursor })))
    }
  }
  return figures
}

const PARTS = {
  lists: measureLists,
  sends: measureSends,
  placing: async (options: BenchOptions) => [await measurePlacing(options)],
}

export const run = (options: BenchOptions): Promise<readonly Figure[]> => measureParts(PARTS, options)
