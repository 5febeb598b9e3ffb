import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { validate } from '../src/index.ts'

// Signed files from other projects, each labelled benign (intact without a warning) or attack (not intact).
const FOLDER = join(import.meta.dirname, '../../../../shared/corpora/signed')
const LIST = join(FOLDER, 'expected.tsv')

const rows = existsSync(LIST)
  ? readFileSync(LIST, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
  : []

describe.runIf(rows.length > 0)('the signed files of ../shared/corpora/signed (skipped without them)', () => {
  test.each(rows)('%s, %s', (name = '', label = '') => {
    const { integrity, warnings } = validate(readFileSync(join(FOLDER, name)), { trustAnchors: [] })
    if (label === 'benign') expect({ integrity, warnings }).toEqual({ integrity: 'intact', warnings: [] })
    else expect(integrity).not.toBe('intact')
  })
})
