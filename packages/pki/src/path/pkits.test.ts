/**
 * NIST's Public Key Interoperability Test Suite.
 *
 * The names of the certificates say what they must be judged (ValidPathTest1EE, InvalidPathTest2EE); the list of cases
 * that comes along adds those that need initial policy settings.
 */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fetchPathSuites, readBytes, readFolder, WHY_SKIPPED } from '../../testing/fetch-path-suites.ts'
import type { Evidence } from '../revocation/evidence.ts'
import type { PolicySettings } from './certificate-verdict.ts'
import { validateCertificate } from './validate-certificate.ts'

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

const suites = fetchPathSuites()
const suite = suites === null ? null : join(suites, 'nist_pkits')
const certificates = suite === null ? new Map<string, Uint8Array>() : readFolder(join(suite, 'certs'))
const crls = suite === null ? new Map<string, Uint8Array>() : readFolder(join(suite, 'crls'))
const cases = suite === null ? [] : (JSON.parse(Buffer.from(readBytes(suite, 'pkits.json')).toString()) as Case[])
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

describe.skipIf(suite === null)(suite === null ? `NIST PKITS (${WHY_SKIPPED})` : 'NIST PKITS', () => {
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
