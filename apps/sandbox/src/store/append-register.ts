import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'

/** A file to which rows are only ever added: one JSON value a line, on disk before `add` returns. */
export interface Register<Row> {
  readonly rows: readonly Row[]
  add(row: Row): void
}

/** Opens or creates a register. A last line cut short by a crash was never confirmed to anybody, so it is dropped. */
export function openRegister<Row>(path: string): Register<Row> {
  const rows = readRows<Row>(path)
  return {
    rows,
    add(row) {
      const file = openSync(path, 'a', 0o600)
      try {
        writeSync(file, `${JSON.stringify(row)}\n`)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      rows.push(row)
    },
  }
}

function readRows<Row>(path: string): Row[] {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const complete = bytes.lastIndexOf(0x0a) + 1
  if (complete < bytes.length) truncateSync(path, complete)
  const lines = bytes.subarray(0, complete).toString('utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row)
}
