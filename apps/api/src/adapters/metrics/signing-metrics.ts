/** Numbers of signatures: how many ended how, how long each took, and how long each of its steps. */
import { Counter, Histogram, type Registry } from 'prom-client'
import { FAILPOINTS, type FailpointName } from '../../ports/failpoints.ts'

/** By what a document is signed. */
const SIGNING_WAYS = ['vault', 'provider', 'errand', 'on-demand', 'local', 'guest', 'run'] as const
export type SigningWay = (typeof SIGNING_WAYS)[number]

/**
 * `repeated`: the answer of an attempt that was made before. `refused`: it was told what is missing or wrong.
 * `provider-failed`: a provider of keys did not do its part. `failed`: the server did not, or what it stands on.
 */
const SIGNING_OUTCOMES = ['signed', 'repeated', 'refused', 'provider-failed', 'failed'] as const
export type SigningOutcome = (typeof SIGNING_OUTCOMES)[number]

export interface EndedSignature {
  readonly way: SigningWay
  readonly outcome: SigningOutcome
  /** Without the time in which a provider of keys was waited for. */
  readonly ownSeconds: number
}

export interface SigningMetrics {
  /** A call that signs has ended. */
  signatureEnded(ended: EndedSignature): void
  /** @param seconds since the step before it in the same call, or since the call began */
  stepReached(step: FailpointName, seconds: number): void
  /** Claims of processes that died, or took too long, were let go. */
  claimsExpired(count: number): void
}

/** With the limits of the objectives among them: one second, and three. */
const WHOLE = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30]
const STEPS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Reached within the transaction that commits, which tells nobody: `committed` has their time. */
const IN_TRANSACTION: readonly FailpointName[] = [
  ...(['commit-begun', 'document-advanced', 'signature-inserted'] as const),
  ...(['next-signers-opened', 'signing-audited'] as const),
]

export function openSigningMetrics(registry: Registry): SigningMetrics {
  const registers = [registry]
  const signatures = new Counter({
    name: 'rubrica_signatures_total',
    help: 'Calls that sign a document, and documents of signing runs, by the way of signing and how they ended.',
    labelNames: ['way', 'outcome'] as const,
    registers,
  })
  for (const way of SIGNING_WAYS) for (const outcome of SIGNING_OUTCOMES) signatures.inc({ way, outcome }, 0)
  const whole = new Histogram({
    name: 'rubrica_signing_seconds',
    help: 'Time in which a document was signed, without that in which a provider of keys was waited for.',
    labelNames: ['way'] as const,
    buckets: WHOLE,
    registers,
  })
  for (const way of SIGNING_WAYS) whole.zero({ way })
  const steps = new Histogram({
    name: 'rubrica_signing_step_seconds',
    help: 'Time from one step of a call that signs to the next, by the step that was reached.',
    labelNames: ['step'] as const,
    buckets: STEPS,
    registers,
  })
  for (const step of FAILPOINTS) if (!IN_TRANSACTION.includes(step)) steps.zero({ step })
  const expired = new Counter({
    name: 'rubrica_claims_expired_total',
    help: 'Claims to sign that were let go since their process died or took too long.',
    registers,
  })
  return {
    signatureEnded: ({ way, outcome, ownSeconds }) => {
      signatures.inc({ way, outcome })
      if (outcome === 'signed') whole.observe({ way }, ownSeconds)
    },
    stepReached: (step, seconds) => steps.observe({ step }, seconds),
    claimsExpired: (count) => expired.inc(count),
  }
}
