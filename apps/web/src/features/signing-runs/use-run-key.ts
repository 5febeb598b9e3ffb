import { manifestOf } from '@rubrica/providers/manifests'
import { useQuery } from '@tanstack/react-query'
import { certificatesQuery } from '../../shared/api/certificates.ts'
import { signingSteps, type SigningSteps } from '../../shared/proof/signing-steps.ts'
import type { SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { nameOfType } from '../../shared/subject/name-of-type.ts'
import { wayToAuthorise, type WayToAuthorise } from './what-to-tell.ts'

interface RunKey {
  /** What the certificate is called, as soon as that is known. */
  readonly alias: string | undefined
  readonly inputs: SigningSteps['inputs']
  readonly way: WayToAuthorise
}

/** The certificate of a run, and what it asks for. */
export function useRunKey({ CertGUID, CertType }: SigningRun): RunKey {
  const { data } = useQuery(certificatesQuery)
  if (CertType !== null) return { alias: nameOfType(CertType), inputs: [], way: 'confirm' }
  const certificate = data?.find(({ GUID }) => GUID.toLowerCase() === CertGUID?.toLowerCase())
  const manifest = certificate && manifestOf(certificate.CertType)
  const steps = certificate && manifest && signingSteps({ certificate, manifest })
  return { alias: certificate?.certalias, inputs: steps?.inputs ?? ['pin'], way: wayToAuthorise(steps) }
}
