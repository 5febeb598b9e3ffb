/** Evidence for certificates of an authority that is there for one test alone, and the error that says it is missing. */
import { afterEach, beforeEach, expect } from 'vitest'
import { type EvidenceRequest, gatherEvidence } from '../src/evidence/gather-evidence.ts'
import type { TestSigner } from './make-test-signer.ts'
import { serveTestAuthority, type TestAuthority } from './serve-test-authority.ts'

const DAY = 86_400_000
export const ago = (days: number): Date => new Date(Date.now() - days * DAY)

/** That of the test which runs. */
export let authority: TestAuthority

/** For the file that calls it. Files share this module, whose own hooks would hold for the first of them alone. */
export function serveAuthorityToEachTest(): void {
  beforeEach(async () => {
    authority = await serveTestAuthority()
  })
  afterEach(() => authority[Symbol.asyncDispose]())
}

/** For the certificate of `signer`, with its chain at hand and the root as anchor, unless `more` says otherwise. */
export function gather(signer: TestSigner, more: Partial<EvidenceRequest> = {}) {
  const { root, fetcher } = authority
  const request = { certificates: [signer.certificate], pool: signer.chain, anchors: [root.certificate], fetcher }
  return gatherEvidence({ ...request, at: new Date(), ...more })
}

/** What an error with this cause and these facts looks like. */
export const missing = (cause: string, facts: object = {}) => ({
  code: 'EVIDENCE_MISSING',
  facts: expect.objectContaining({ cause, ...facts }) as unknown,
})
