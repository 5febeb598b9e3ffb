/**
 * Certificate policies along a path: which are still valid, how they were mapped, and whether one is required.
 *
 * The tree of RFC 5280 can grow exponentially with mappings. Here each level keeps one node for a policy, with the
 * policies of the relying party's domain from which it can be reached, so nothing above the level has to be kept.
 *
 * RFC 5280 §6.1.2 to §6.1.5, RFC 9618 §5 (graph instead of tree).
 */
import type { PolicySettings } from './certificate-verdict.ts'
import { ANY_POLICY, type PathExtensions, type PolicyMapping } from './path-extensions.ts'

interface PolicyNode {
  /** Policies that mean this one to the next certificate. */
  expected: ReadonlySet<string>
  /** Policies directly below any-policy that lead here. */
  readonly origins: ReadonlySet<string>
}

type Level = Map<string, PolicyNode>

/** Where a certificate stands in its path. */
export interface PolicyPosition {
  readonly isLast: boolean
  readonly isSelfIssued: boolean
}

/**
 * State while a path is walked from its anchor; `process`, then `prepareNext` or `finish`, return false when a policy
 * is missing.
 */
export class PolicyState {
  #level: Level | null
  #explicit: number
  #mapping: number
  #inhibitAny: number
  readonly #acceptable: ReadonlySet<string> | null

  constructor(settings: PolicySettings, length: number) {
    this.#level = new Map([[ANY_POLICY, { expected: new Set([ANY_POLICY]), origins: new Set([ANY_POLICY]) }]])
    this.#explicit = settings.explicit ? 0 : length + 1
    this.#mapping = settings.inhibitMapping ? 0 : length + 1
    this.#inhibitAny = settings.inhibitAny ? 0 : length + 1
    const { acceptable } = settings
    this.#acceptable = acceptable && !acceptable.includes(ANY_POLICY) ? new Set(acceptable) : null
  }

  /** §6.1.3 (d) to (f). */
  process({ policies }: PathExtensions, { isLast, isSelfIssued }: PolicyPosition): boolean {
    const allowsAny = this.#inhibitAny > 0 || (!isLast && isSelfIssued)
    this.#level = this.#level && policies ? nextLevel(this.#level, policies, allowsAny) : null
    return this.#explicit > 0 || this.#level !== null
  }

  /** §6.1.4 (a), (b), (h), (i), (j). */
  prepareNext({ policyMappings, policyConstraints, inhibitAnyPolicy }: PathExtensions, isSelfIssued: boolean): boolean {
    if (policyMappings.some(({ issuer, subject }) => issuer === ANY_POLICY || subject === ANY_POLICY)) return false
    if (this.#level) this.#map(this.#level, policyMappings)
    if (!isSelfIssued) {
      this.#explicit = Math.max(0, this.#explicit - 1)
      this.#mapping = Math.max(0, this.#mapping - 1)
      this.#inhibitAny = Math.max(0, this.#inhibitAny - 1)
    }
    this.#explicit = Math.min(this.#explicit, policyConstraints?.requireExplicit ?? Infinity)
    this.#mapping = Math.min(this.#mapping, policyConstraints?.inhibitMapping ?? Infinity)
    this.#inhibitAny = Math.min(this.#inhibitAny, inhibitAnyPolicy ?? Infinity)
    return true
  }

  /** §6.1.5 (a), (b), (g): whether a policy that is acceptable holds for the whole path, or none is required. */
  finish({ policyConstraints }: PathExtensions): boolean {
    this.#explicit = Math.max(0, this.#explicit - 1)
    if (policyConstraints?.requireExplicit === 0) this.#explicit = 0
    return this.#explicit > 0 || this.#isAcceptable()
  }

  #isAcceptable(): boolean {
    if (!this.#level) return false
    if (!this.#acceptable || this.#level.has(ANY_POLICY)) return true
    const acceptable = this.#acceptable
    return [...this.#level.values()].some(({ origins }) => [...origins].some((origin) => acceptable.has(origin)))
  }

  #map(level: Level, mappings: readonly PolicyMapping[]): void {
    for (const [issuer, subjects] of groupMappings(mappings)) {
      const node = level.get(issuer)
      if (this.#mapping === 0) level.delete(issuer)
      else if (node) node.expected = subjects
      else if (level.has(ANY_POLICY)) level.set(issuer, { expected: subjects, origins: new Set([issuer]) })
    }
    if (level.size === 0) this.#level = null
  }
}

function groupMappings(mappings: readonly PolicyMapping[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>()
  for (const { issuer, subject } of mappings) groups.set(issuer, (groups.get(issuer) ?? new Set()).add(subject))
  return groups
}

function nextLevel(level: Level, policies: readonly string[], allowsAny: boolean): Level | null {
  const next: Level = new Map()
  const hasAny = level.has(ANY_POLICY)
  const expecting = originsByExpected(level)
  for (const policy of policies) {
    if (policy === ANY_POLICY) continue
    const origins = expecting.get(policy) ?? (hasAny ? new Set([policy]) : null)
    if (origins) next.set(policy, { expected: new Set([policy]), origins })
  }
  if (policies.includes(ANY_POLICY) && allowsAny) {
    for (const [policy, origins] of expecting) {
      if (!next.has(policy)) next.set(policy, { expected: new Set([policy]), origins })
    }
  }
  return next.size > 0 ? next : null
}

/** For each policy that some node expects, what leads there. */
function originsByExpected(level: Level): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { expected, origins } of level.values()) {
    for (const policy of expected) {
      const known = found.get(policy) ?? new Set()
      for (const origin of origins) known.add(origin)
      found.set(policy, known)
    }
  }
  return found
}
