/**
 * NIST's Public Key Interoperability Test Suite, as pyhanko-certvalidator carries it.
 *
 * The suite is not part of this project: pip fetches it once into .cache/pkits. Where neither is to be had, these tests
 * are skipped. The names of the certificates say what they must be judged (ValidPathTest1EE, InvalidPathTest2EE); the
 * list of cases that comes along adds those that need initial policy settings.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Evidence } from '../revocation/evidence.ts'
import type { PolicySettings } from './certificate-verdict.ts'
import { validateCertificate } from './validate-certificate.ts'

const CACHE = join(import.meta.dirname, '..', '..', '..', '..', '.cache')
const SUITE = join(CACHE, 'pkits')
const DOWNLOAD_MS = 60_000

interface Case {
  readonly id: string
  readonly name: string
  readonly cert: string
  readonly other_certs?: readonly string[]
  readonly crls?: readonly string[]
  readonly error?: object
  readonly params?: {
    readonly user_initial_policy_set?: readonly string[]
    readonly initial_explicit_policy?: boolean
    readonly initial_policy_mapping_inhibit?: boolean
    readonly initial_any_policy_inhibit?: boolean
  }
}

const run = (program: string, args: readonly string[], cwd: string): boolean =>
  spawnSync(program, args, { cwd, timeout: DOWNLOAD_MS, stdio: 'ignore' }).status === 0

/** Whether the suite is there, fetched now if it can be. */
function fetchSuite(): boolean {
  if (existsSync(SUITE)) return true
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'pkits-'))
  try {
    const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-binary', ':all:']
    if (!run('pip', ['download', ...options, 'pyhanko-certvalidator'], folder)) return false
    const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz'))
    if (!archive || !run('tar', ['-xzf', archive], folder)) return false
    const source = join(folder, archive.replace(/\.tar\.gz$/, ''), 'tests', 'fixtures', 'nist_pkits')
    if (!existsSync(SUITE)) renameSync(source, SUITE)
    return true
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const isThere = fetchSuite()
const read = (...path: string[]): Uint8Array => new Uint8Array(readFileSync(join(SUITE, ...path)))
const readFolder = (name: string): Map<string, Uint8Array> =>
  new Map(readdirSync(join(SUITE, name)).map((file) => [file, read(name, file)]))

const certificates = isThere ? readFolder('certs') : new Map<string, Uint8Array>()
const crls = isThere ? readFolder('crls') : new Map<string, Uint8Array>()
const cases = isThere ? (JSON.parse(Buffer.from(read('pkits.json')).toString()) as Case[]) : []
const everything: Evidence = { certificates: [...certificates.values()], ocsps: [], crls: [...crls.values()] }

function pick(files: ReadonlyMap<string, Uint8Array>, names: readonly string[]): Uint8Array[] {
  return names.flatMap((name) => files.get(name) ?? [])
}

const evidenceOf = ({ other_certs = [], crls: lists = [] }: Case): Evidence => ({
  certificates: pick(certificates, other_certs),
  ocsps: [],
  crls: pick(crls, ['TrustAnchorRootCRL.crl', ...lists]),
})

function isValid(certificate: string, evidence: Evidence, policies: PolicySettings = {}): boolean {
  const verdict = validateCertificate({
    certificate: certificates.get(certificate) ?? new Uint8Array(0),
    anchors: pick(certificates, ['TrustAnchorRootCertificate.crt']),
    evidence,
    time: new Date('2022-05-01T00:00:00Z'),
    purpose: 'any',
    policies,
    // Some of the suite is signed with DSA and SHA-1.
    refuseWeakAlgorithms: false,
  })
  return verdict.fault === null
}

const settingsOf = ({ params }: Case): PolicySettings => ({
  ...(params?.user_initial_policy_set && { acceptable: params.user_initial_policy_set }),
  explicit: params?.initial_explicit_policy === true,
  inhibitMapping: params?.initial_policy_mapping_inhibit === true,
  inhibitAny: params?.initial_any_policy_inhibit === true,
})

/** Sections 4.8 to 4.12 of the suite are about policies. */
const POLICY_SECTIONS = /^4(?:08|09|10|11|12)/

describe.skipIf(!isThere)(`NIST PKITS${isThere ? '' : ' (skipped: pip cannot fetch pyhanko-certvalidator)'}`, () => {
  test('with all certificates and lists at hand, whatever is named valid passes and whatever is named invalid does not', () => {
    const names = [...certificates.keys()].filter((name) => /^(?:Valid|Invalid).*Test\d+EE\.crt$/.test(name))
    const wrong = names.filter((name) => isValid(name, everything) !== name.startsWith('Valid'))
    expect(wrong).toEqual([])
    expect(names.length).toBe(203)
  })

  const judge = (chosen: readonly Case[]): { wrong: string[]; count: number } => {
    const wrong = chosen.filter((one) => isValid(one.cert, evidenceOf(one), settingsOf(one)) !== !one.error)
    return { wrong: wrong.map(({ id, name }) => `${id} ${name}`), count: chosen.length }
  }

  test('the 161 cases outside the sections on policies, each with its own evidence', () => {
    const chosen = cases.filter(({ id }) => !POLICY_SECTIONS.test(id))
    expect(judge(chosen)).toEqual({ wrong: [], count: 161 })
  })

  test('the 85 cases on policies, mappings and their inhibition, each with its initial settings', () => {
    const chosen = cases.filter(({ id }) => POLICY_SECTIONS.test(id))
    expect(judge(chosen)).toEqual({ wrong: [], count: 85 })
  })
})
