import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  readonly engines?: { readonly node?: string } | undefined
  readonly optional?: boolean
}

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

/** The oldest Node that README names. */
const OLDEST = 20

/** Whether a range names the major version itself, or all from one at or below it. */
const allows = (range: string, major: number): boolean =>
  range.split('||').some((part) => {
    const [, sign = '', first = ''] = /^\s*([\^~>=<]*)\s*v?(\d+|\*)/.exec(part) ?? []
    if (first === '*') return true
    return sign.startsWith('>') ? Number(first) <= major : Number(first) === major
  })

test.each([OLDEST, 22, 24])('npm ci warns of no package that Node %i is too old or too new for', (major) => {
  const refusing = Object.entries(packages).filter(
    ([, { engines, optional }]) => optional !== true && engines?.node !== undefined && !allows(engines.node, major),
  )
  expect(refusing.map(([path, { engines }]) => `${path} ${engines?.node}`)).toEqual([])
})
