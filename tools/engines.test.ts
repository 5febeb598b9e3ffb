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

type Version = readonly [major: number, minor: number, patch: number]

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

const COMPARATOR = /(>=|<=|>|<|\^|~|=)?\s*v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?/g
const numberOf = (part: string | undefined) => (part === undefined || /[x*]/.test(part) ? undefined : Number(part))

/** As npm reads them; a missing part is any. */
const HOLDS: Readonly<Record<string, (order: number, isSameMajor: boolean, isSameMinor: boolean) => boolean>> = {
  '>=': (order) => order >= 0,
  '>': (order) => order > 0,
  '<': (order) => order < 0,
  '<=': (order, _isSameMajor, isSameMinor) => order <= 0 || isSameMinor,
  '^': (order, isSameMajor) => order >= 0 && isSameMajor,
  '~': (order, _isSameMajor, isSameMinor) => order >= 0 && isSameMinor,
  '': (_order, _isSameMajor, isSameMinor) => isSameMinor,
}

function holds(version: Version, sign: string, [major, minor, patch]: readonly (number | undefined)[]): boolean {
  if (major === undefined) return true
  const isSameMajor = version[0] === major
  const isSameMinor = isSameMajor && (minor === undefined || version[1] === minor)
  if (sign === '' && patch !== undefined && version[2] !== patch) return false
  return HOLDS[sign]!(compare(version, [major, minor ?? 0, patch ?? 0]), isSameMajor, isSameMinor)
}

/** Whether a version is in a range of npm, as far as engines write them. */
const isIn = (version: Version, range: string): boolean =>
  range
    .split('||')
    .some((part) =>
      [...part.matchAll(COMPARATOR)].every(([, sign = '', ...parts]) =>
        holds(version, sign.replace('=', sign.length === 1 ? '' : '='), parts.map(numberOf)),
      ),
    )

test.each<[range: string, version: Version, isWithin: boolean]>([
  ['^20.19.0 || ^22.13.0 || >=24', [20, 19, 0], true],
  ['^20.19.0 || ^22.13.0 || >=24', [22, 12, 9], false],
  ['>=20.20', [20, 19, 0], false],
  ['>= 18 < 23', [24, 0, 0], false],
  ['20 || 22', [22, 13, 0], true],
  ['20.x', [20, 19, 4], true],
  ['~20.18', [20, 19, 0], false],
  ['*', [24, 0, 0], true],
])('%s: %j', (range, version, isWithin) => {
  expect(isIn(version, range)).toBe(isWithin)
})

/** The oldest of each line of Node that README names. */
test.each<Version>([
  [20, 19, 0],
  [22, 13, 0],
  [24, 0, 0],
])('npm ci warns of no package that Node %i.%i.%i is too old or too new for', (...version) => {
  const refusing = Object.entries(packages).filter(
    ([, { engines, optional }]) => optional !== true && engines?.node !== undefined && !isIn(version, engines.node),
  )
  expect(refusing.map(([path, { engines }]) => `${path} ${engines?.node}`)).toEqual([])
})
