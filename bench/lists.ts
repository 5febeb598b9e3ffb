/**
 * How long the list of pending documents takes with 1,000 to 1,000,000 waiting rows and 20 connections, beside a bare
 * node:http and pg handler that checks the same token, answers the same JSON and runs SQL written by hand.
 */
import type { BenchOptions, Figure } from './measure.ts'
import { compareAnswers, warmUp, type Question } from './parts/compare-answers.ts'
import { openListStage } from './parts/list-stage.ts'
import { rowCounts, USERS } from './parts/peer-stage.ts'

const PAGE_SIZE = 10
const FAR_PAGE = 900
const WARM_UP_ROWS = 1000

function questionsFor(rows: number, tokens: readonly string[]): Question[] {
  const pages = Math.ceil(rows / USERS / PAGE_SIZE)
  const last = Math.min(FAR_PAGE, pages)
  const address = (page: number, filter = '') =>
    `/pendingsignatures/paginated?PageNumber=${page}&PageSize=${PAGE_SIZE}${filter}`
  return [
    { name: 'first page', path: address(1), tokens },
    { name: `page ${last}`, path: address(last), tokens },
    { name: 'filtered page', path: address(1, '&FileName=annex'), tokens },
  ]
}

export async function run({ say }: BenchOptions): Promise<readonly Figure[]> {
  const sizes = rowCounts()
  await using stage = await openListStage()
  await stage.fill(Math.min(WARM_UP_ROWS, ...sizes))
  await warmUp(stage, questionsFor(1, stage.tokens))
  const figures: Figure[] = []
  for (const rows of sizes) {
    say(`filling up to ${rows} rows`)
    await stage.fill(rows)
    for (const question of questionsFor(rows, stage.tokens)) {
      figures.push(...(await compareAnswers(stage, question, { say, what: `${rows} rows` })))
    }
  }
  return figures
}
