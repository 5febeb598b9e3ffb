import { randomInt, randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Failpoint } from '../../../ports/failpoints.ts'
import type { SmsSender } from '../../../ports/sms.ts'
import { hideDigits } from '../../hide-contact.ts'
import { askProvider } from '../../provider-errors.ts'
import { keyReference } from '../make/describe-signature.ts'
import { findWhatToAuthorise, requirePrepared, type FindBatch, type WhatToAuthorise } from '../batch/find-batch.ts'
import type { CodeStore, SigningPeople, SigningProviders, SigningTexts } from './ports.ts'

export interface RequestCode extends FindBatch {
  readonly codes: CodeStore
  readonly people: SigningPeople
  readonly providers: SigningProviders
  readonly sms: SmsSender
  readonly texts: SigningTexts
  readonly reach: Failpoint
}

export interface CodeOrder {
  readonly userId: string
  readonly type?: string
  readonly certificateId?: string
  readonly batchId?: string
  /** Signatures that the code shall serve; the documents of the batch when there is one. */
  readonly uses?: number
}

export interface SentCode {
  readonly alsoNeedsPin: boolean
  /** Where the code went, mostly hidden; empty when that is not known. */
  readonly sentTo: string
}

const CODE_MS = 5 * 60_000
const CODE_TRIES = 5
const LIMITS = { pauseMs: 60_000, perHour: 30 }

/**
 * Has a code sent that authorises the documents of a batch: our own for keys of the vault, else the provider's.
 * @throws {PortalError} PHONE_MISSING, RATE_LIMITED, VALIDATION_FAILED (the certificate takes no code), those of
 *   findWhatToAuthorise, and what the provider says
 */
export async function requestCode(needs: RequestCode, order: CodeOrder): Promise<SentCode> {
  const what = await findWhatToAuthorise(needs, order)
  return what.certificate.wrappedKey === null ? askForCode(needs, order, what) : sendCode(needs, what)
}

async function askForCode(needs: RequestCode, order: CodeOrder, what: WhatToAuthorise): Promise<SentCode> {
  requirePrepared(what)
  const { certificate, batch, items } = what
  const { connector, account } = await needs.providers.open(order.userId, certificate.type)
  // Some people read their codes off a device of their own.
  if (!connector.requestCode) return { alsoNeedsPin: certificate.pinRequired, sentTo: '' }
  const uses = batch?.signerIds.length ?? order.uses ?? 1
  const sent = await askProvider(() =>
    connector.requestCode!(account, { key: keyReference(certificate), uses: Math.max(uses, 1), items }),
  )
  return { alsoNeedsPin: sent.alsoNeedsPin, sentTo: hideDigits(sent.sentTo) }
}

async function sendCode(needs: RequestCode, what: WhatToAuthorise): Promise<SentCode> {
  const { certificate, batch, items } = what
  if (certificate.authenticationType !== 'SMS') {
    throw new PortalError('VALIDATION_FAILED', 'This certificate signs with its PIN and takes no code')
  }
  requirePrepared(what)
  const person = await needs.people.contact(certificate.userId)
  if (!person?.phone)
    throw new PortalError('PHONE_MISSING', 'There is no telephone number that a code could be sent to')
  const createdAt = needs.now()
  const code = {
    id: randomUUID(),
    userId: certificate.userId,
    certificateId: certificate.id,
    batchId: batch?.id ?? null,
    digests: items.map(({ digest }) => digest),
    code: randomInt(1_000_000).toString().padStart(6, '0'),
    tries: CODE_TRIES,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + CODE_MS),
  }
  const askAgain = await needs.codes.issue(code, LIMITS)
  if (askAgain) {
    throw new PortalError('RATE_LIMITED', 'A code was sent just now, or too many within an hour', {
      facts: { RetryAfterSeconds: Math.max(1, Math.ceil((askAgain.getTime() - createdAt.getTime()) / 1000)) },
    })
  }
  await needs.reach('code-stored')
  try {
    await needs.sms.send({ to: person.phone, text: needs.texts.code(person.language, code.code) })
  } catch (error) {
    await needs.codes.withdraw(code.id)
    throw error
  }
  return { alsoNeedsPin: certificate.pinRequired, sentTo: hideDigits(person.phone) }
}
