/** For the tests of an authorisation: what certificates ask for, and a server that says what it is given. */
import { ApiError } from '@rubrica/contract'
import { vi } from 'vitest'
import type { SignatureSessionAnswer } from '../../../shared/steps/open-signature-session.ts'
import type { AuthorisationCalls, FactorStep } from './authorisation-calls.ts'
import { Authorisation } from './authorisation.ts'
import type { FixedBatch } from './fixed-documents.ts'
import type { SigningSteps } from '../../../shared/proof/signing-steps.ts'

export const PIN: SigningSteps = {
  inputs: ['pin'],
  sendsCode: false,
  signatureSession: undefined,
  secondFactor: false,
  fixesDocuments: false,
}
export const CODE: SigningSteps = { ...PIN, inputs: ['code'], sendsCode: true, fixesDocuments: true }
export const SESSION: SigningSteps = { ...CODE, inputs: ['code', 'pin'], signatureSession: 'certificate' }
export const PHONE: SigningSteps = { ...PIN, inputs: [], signatureSession: 'remote', fixesDocuments: true }
export const FACTOR: SigningSteps = { ...PIN, secondFactor: true }

/** Reports to nobody. */
export const NOBODY = { onNothingFixed: () => undefined }

export const answers = { pin: '1234', code: '654321' }
export const problem = (status: number, Code: string, Message = Code) => new ApiError(status, { Code, Message })
export const Authenticators = [
  { Id: '1', Name: 'SMS' },
  { Id: '2', Name: 'ATST' },
]

/** Answers one after the other, the last one for ever; an error is thrown. */
function saying<T>(...said: (T | Error)[]) {
  return vi.fn(async (): Promise<T> => {
    const next = said.length > 1 ? said.shift()! : said[0]!
    if (next instanceof Error) throw next
    return Promise.resolve(next)
  })
}

interface Said {
  fix?: (FixedBatch | Error)[]
  sendCode?: ({ Qualified: boolean; SentTo: string } | Error)[]
  beginFactor?: (FactorStep | Error)[]
  chooseFactor?: (FactorStep | Error)[]
  answerFactor?: (FactorStep | Error)[]
  openSignatureSession?: (SignatureSessionAnswer | Error)[]
}

/** An authorisation whose calls answer as `said`, with the stages that it goes through. */
export function open(steps: SigningSteps, said: Said = {}, signerGuids: readonly string[] = ['a']) {
  const calls = {
    fix: saying(...(said.fix ?? [{ BatchId: 'batch', Failed: [] }])),
    sendCode: saying(...(said.sendCode ?? [{ Qualified: false, SentTo: '…1234' }])),
    beginFactor: saying(...(said.beginFactor ?? [{ Authenticators }])),
    chooseFactor: saying(...(said.chooseFactor ?? [null])),
    answerFactor: saying(...(said.answerFactor ?? [null])),
    openSignatureSession: saying(...(said.openSignatureSession ?? [{ SessionId: 'session', ExpiresAt: 'later' }])),
    closeSignatureSession: vi.fn(async () => Promise.resolve(null)),
  } satisfies AuthorisationCalls
  const told = { sessionExpired: vi.fn() }
  const wait = vi.fn(async () => Promise.resolve())
  const authorisation = new Authorisation({
    steps,
    signerGuids,
    calls,
    wait,
    now: () => 1000,
    onSessionExpired: told.sessionExpired,
  })
  const stages: string[] = [authorisation.stage().at]
  authorisation.subscribe(() => stages.push(authorisation.stage().at))
  return { authorisation, calls, told, stages, wait }
}
