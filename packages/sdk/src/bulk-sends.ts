import { named, open, type FileSource } from './files.ts'
import { ifVersion, queryOf, readPages, watch, type Calls, type Surroundings, type Watching } from './parts.ts'

export type BulkSend = Awaited<ReturnType<Calls['bulkSendStatus']>>
export type BulkRow = Awaited<ReturnType<Calls['bulkRows']>>['data'][number]
/** From which template it is sent, and what the columns of the sheet mean, from 0. */
export type BulkWish = Parameters<Calls['mapBulkSend']>[0]['body']

const PAUSE = { shortest: 500, longest: 15_000 }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** One template to many people, from the rows of a sheet. For programs with the scope `bulk`, and personal keys. */
export class BulkSends {
  readonly #calls: Calls
  readonly #query: { subscription?: string }
  readonly #wait: Surroundings['wait']

  constructor(surroundings: Surroundings) {
    this.#calls = surroundings.calls
    this.#query = queryOf(surroundings)
    this.#wait = surroundings.wait
  }

  /** Hands a sheet over, CSV or, by the end of its name, XLSX. Nothing is checked or sent yet. */
  async create(sheet: FileSource): Promise<BulkSend> {
    const { name, blob } = await open(sheet)
    const type = /\.xlsx$/i.test(name) ? XLSX : 'text/csv'
    return this.#calls.createBulkSend({ query: this.#query, body: new Blob([blob], { type }), headers: named(name) })
  }

  get(bulkSendId: string): Promise<BulkSend> {
    return this.#calls.bulkSendStatus({ params: { bulkSendId }, query: this.#query })
  }

  async list(): Promise<Awaited<ReturnType<Calls['bulkSends']>>['data']> {
    return (await this.#calls.bulkSends({ query: this.#query })).data
  }

  /** Says what the columns mean; every row is checked then. @param bulk as it was when it was looked at */
  map({ guid, version }: Pick<BulkSend, 'guid' | 'version'>, mapping: BulkWish): Promise<BulkSend> {
    const place = { params: { bulkSendId: guid }, query: this.#query }
    return this.#calls.mapBulkSend({ ...place, headers: ifVersion(version), body: mapping })
  }

  /** Rows in the order of the sheet; pages are fetched as they are needed. @param state of those that are wanted */
  rows(bulkSendId: string, state?: BulkRow['state']): AsyncGenerator<BulkRow, void> {
    const query = { ...this.#query, limit: '200', ...(state && { state }) }
    return readPages((page) => this.#calls.bulkRows({ params: { bulkSendId }, query: { ...query, ...page } }))
  }

  /** Puts other texts into a row, or leaves it out. */
  correct(
    { guid, version }: Pick<BulkSend, 'guid' | 'version'>,
    row: number,
    correction: Parameters<Calls['correctBulkRow']>[0]['body'],
  ): ReturnType<Calls['correctBulkRow']> {
    const params = { bulkSendId: guid, rowNumber: String(row) }
    return this.#calls.correctBulkRow({ params, query: this.#query, headers: ifVersion(version), body: correction })
  }

  /** Waits until every row is checked, or whatever else was under way is over. @throws the reason of the signal */
  untilChecked(bulkSendId: string, watching: Watching = {}): Promise<BulkSend> {
    return this.#until(bulkSendId, ['preparing', 'checking'], watching)
  }

  /** Waits until all rows were sent, or it is paused or cancelled. @throws the reason of the signal */
  untilOver(bulkSendId: string, watching: Watching = {}): Promise<BulkSend> {
    return this.#until(bulkSendId, ['sending'], watching)
  }

  /** @param leaveOutFaults sends without the rows that have faults; else there may be none */
  start(bulkSendId: string, leaveOutFaults = false): Promise<BulkSend> {
    return this.#calls.startBulkSend({ params: { bulkSendId }, query: this.#query, body: { leaveOutFaults } })
  }

  pause(bulkSendId: string): Promise<BulkSend> {
    return this.#calls.pauseBulkSend({ params: { bulkSendId }, query: this.#query })
  }

  resume(bulkSendId: string): Promise<BulkSend> {
    return this.#calls.resumeBulkSend({ params: { bulkSendId }, query: this.#query })
  }

  cancel(bulkSendId: string): Promise<BulkSend> {
    return this.#calls.cancelBulkSend({ params: { bulkSendId }, query: this.#query })
  }

  /** The sheet with what came of each row, as CSV. */
  result(bulkSendId: string): Promise<Blob> {
    return this.#calls.bulkResult({ params: { bulkSendId }, query: this.#query })
  }

  /** Documents that were sent stay. */
  async delete(bulkSendId: string): Promise<void> {
    await this.#calls.deleteBulkSend({ params: { bulkSendId }, query: this.#query })
  }

  #until(id: string, passing: readonly BulkSend['state'][], { signal, pause = PAUSE }: Watching): Promise<BulkSend> {
    const patience = { wait: this.#wait, pause, signal }
    return watch(
      patience,
      () => this.get(id),
      ({ state }) => !passing.includes(state),
    )
  }
}
