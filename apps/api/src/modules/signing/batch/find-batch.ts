import { PortalError } from '@rubrica/domain'
import type { ToBeSigned } from '@rubrica/providers/connector'
import type { SigningCertificate } from '../../certificates/ports.ts'
import { chooseCertificate, type CertificateChoice, type ChooseCertificate } from '../key/choose-certificate.ts'
import { toBeSigned } from '../make/describe-signature.ts'
import type { Batch, BatchStore, PreparationStore } from '../ports.ts'

export interface FindBatch extends ChooseCertificate {
  readonly batches: BatchStore
  readonly preparations: PreparationStore
}

/** What a code or a signature session is asked for. */
export interface WhatToAuthorise {
  readonly certificate: SigningCertificate
  readonly batch: Batch | undefined
  /** What was prepared for the batch; nothing without one. */
  readonly items: readonly ToBeSigned[]
}

/**
 * The certificate and the prepared documents that a code or a signature session is to be about.
 * @throws {PortalError} those of chooseCertificate; SIGNING_SESSION_EXPIRED for a batch that is over or unknown
 */
export async function findWhatToAuthorise(
  needs: FindBatch,
  choice: CertificateChoice & { readonly batchId?: string },
): Promise<WhatToAuthorise> {
  const batch =
    choice.batchId === undefined ? undefined : await needs.batches.find(choice.userId, choice.batchId, needs.now())
  if (choice.batchId !== undefined && !batch) throw batchIsOver()
  const certificateId = choice.certificateId ?? batch?.certificateId
  const certificate = await chooseCertificate(needs, {
    ...choice,
    ...(certificateId !== undefined && { certificateId }),
  })
  if (batch && batch.certificateId !== certificate.id) throw batchIsOver()
  return { certificate, batch, items: batch ? await findItems(needs, batch) : [] }
}

/**
 * @throws {PortalError} SIGNING_SESSION_EXPIRED when nothing of the batch is prepared any more: nobody is asked for it
 */
export function requirePrepared({ batch, items }: WhatToAuthorise): void {
  if (batch && items.length === 0) throw batchIsOver()
}

async function findItems({ preparations, now }: FindBatch, batch: Batch): Promise<ToBeSigned[]> {
  const items: ToBeSigned[] = []
  for (const signerId of batch.signerIds) {
    const preparation = await preparations.find(signerId, batch.certificateId, now())
    if (preparation) items.push(toBeSigned(preparation.prepared))
  }
  return items
}

const batchIsOver = () =>
  new PortalError('SIGNING_SESSION_EXPIRED', 'What was prepared for these documents is over; begin again')
