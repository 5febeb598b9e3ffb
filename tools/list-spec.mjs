// Prints the statements of the spec with the code that keeps them and the tests that prove them, as Markdown.
// Usage: npm run --silent spec:list [-- SECTION | -- TOPIC]     SECTION: 2     TOPIC: 2.login     without: all
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, ROOT, runCommand } from './common.mjs'
import { readLedger } from './read-ledger.mjs'
import { listStatements } from './spec-guide.mjs'

await runCommand(() => {
  const wish = process.argv[2]
  const { rows } = readLedger(readFileSync(join(ROOT, 'docs/spec/ledger.tsv'), 'utf8'))
  const list = listStatements(ROOT, rows, wish)
  if (list === null) throw new Refusal(`The ledger has no section or topic "${wish}".`)
  process.stdout.write(list)
})
