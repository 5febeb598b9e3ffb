import { useMutation, useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { confirmedHolder } from '../../../shared/api/certificates.ts'
import { consentIdentityQuery } from '../../../shared/consent/consent-identity.ts'
import { IdentityFacts } from '../../../shared/consent/identity-facts.tsx'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { accessMethod } from '../../../shared/session/session-store.ts'
import { handOverRun } from '../../../shared/signing-runs/followed-runs.ts'
import { OtherWayLink } from '../choice/other-way-link.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { DialogActions } from '../../../shared/ui/overlays/dialog-actions.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { acceptedFor, type Accepted } from '../before/accepted.ts'
import { certificateOf, wayName, type ElsewhereWay } from '../choice/signing-ways.ts'
import type { ElsewhereFlow } from '../elsewhere-flow.ts'
import { useSignErrorText } from '../run/use-sign-error-text.ts'

interface RunToBegin {
  readonly key: string
  readonly way: ElsewhereWay
  readonly guids: readonly string[]
  readonly accepted: Accepted
}

/** Begins a run of these documents; pressed twice, it is the same one. */
async function beginConfirming({ key, way, guids, accepted }: RunToBegin): Promise<void> {
  const certificate = certificateOf(way)?.certificate
  const signsWith = certificate
    ? { CertGUID: certificate.GUID, ...confirmedHolder(certificate) }
    : { CertType: way.kind === 'on-demand' ? way.manifest.certType : '' }
  const { RunGUID: runGuid, AuthorisedAt } = await api.beginRun({
    headers: { 'idempotency-key': key },
    body: {
      ...signsWith,
      AccessMethod: accessMethod(),
      Items: guids.map((guid) => ({ SignerGUID: guid, ...acceptedFor(accepted, guid) })),
    },
  })
  if (AuthorisedAt === null) await api.authoriseRun({ params: { runGuid }, body: {} })
  handOverRun(runGuid)
}

/**
 * Several documents of which each is confirmed at the provider: the server asks for one after another, and the list shows
 * how far it is.
 */
export function ConfirmedRunFlow({ way, documents, accepted, onChooseAgain, onFrame, onClose, onEnd }: ElsewhereFlow) {
  const t = useText()
  const failureText = useFailureText(useSignErrorText())
  const [key] = useState(() => crypto.randomUUID())
  const provider = certificateOf(way)?.manifest.label ?? wayName(way)
  const isOnDemand = way.kind === 'on-demand'
  const { data: identity } = useQuery({ ...consentIdentityQuery, enabled: isOnDemand })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      beginConfirming({ key, way, accepted, guids: documents.map(({ SignerDTO }) => SignerDTO.SignerGUID) }),
    onSuccess: () => onEnd({ signed: [], failed: [], end: { why: 'asked' } }),
  })
  useEffect(() => onFrame(isPending ? { busy: true } : {}), [isPending, onFrame])
  return (
    <>
      {error !== null && <Notice tone="bad">{failureText(error)}</Notice>}
      <p>{t('runs.confirmEach', { provider, count: documents.length })}</p>
      <p className="muted">{t('runs.confirmEachStays')}</p>
      {isOnDemand && <IdentityFacts />}
      <OtherWayLink words={t('signing.otherCertificate')} onChooseAgain={onChooseAgain} />
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          kind="primary"
          icon={PenLine}
          autoFocus
          busy={isPending}
          disabled={isOnDemand && !identity?.Phone}
          onClick={() => mutate()}
        >
          {t('runs.beginConfirming')}
        </Button>
      </DialogActions>
    </>
  )
}
