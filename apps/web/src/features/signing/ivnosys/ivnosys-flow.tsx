import { useState } from 'react'
import { confirmedHolder } from '../../../shared/api/certificates.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useRouter } from '../../../shared/router/use-router.tsx'
import { forgetErrand } from '../../../shared/session/errand.ts'
import type { ElsewhereFlow } from '../elsewhere-flow.ts'
import { endsTheWay } from '../run/failure-scope.ts'
import type { UsableCertificate } from '../choice/usable-certificates.ts'
import { IvnosysSteps } from './ivnosys-steps.tsx'
import { signingOf } from './depart.ts'
import { useReportIvnosysFailure } from './use-ivnosys-failure.ts'

/** Signs with a certificate whose provider may send the person to a page of its own, or to their phone. */
export function IvnosysFlow(flow: ElsewhereFlow) {
  return flow.way.kind === 'errand' ? <CertificateFlow {...flow} {...flow.way} /> : null
}

function CertificateFlow(flow: ElsewhereFlow & UsableCertificate) {
  const { certificate, manifest, documents, accepted, nextGuid, onChooseAgain, onFrame, onClose, onEnd } = flow
  const t = useText()
  const router = useRouter()
  const reportFailure = useReportIvnosysFailure()
  // One confirmation signs one document (spec §4): its provider knows of a single one.
  const { DocGUI: docGuid, FileName: fileName, SignerDTO } = documents[0]!
  const { SignerGUID: signerGuid } = SignerDTO
  const subject = {
    docGuid,
    signerGuid,
    fileName,
    certificateGuid: certificate.GUID,
    alias: certificate.certalias,
    acceptsChanges: accepted.changes.has(signerGuid),
    acceptedTerms: accepted.terms.get(signerGuid),
    confirmedHolder: confirmedHolder(certificate).ConfirmedHolder,
    nextGuid,
    list: router.place.state.list,
  }
  const how = certificate.AuthenticationType
  const onThePage = certificate.PinRequired ? 'ivnosys.confirmPageAndPin' : 'ivnosys.confirmPage'
  const [signing] = useState(() => signingOf(subject, { confirms: how !== 'PIN' }))
  const close = () => {
    forgetErrand()
    onClose()
  }
  const fail = (error: unknown) => {
    forgetErrand()
    const failed = [{ guid: signerGuid, error }]
    if (endsTheWay(error)) return onEnd({ signed: [], failed, end: { why: 'error', error } })
    reportFailure(error)
    onClose()
  }
  return (
    <IvnosysSteps
      {...{ signing, onChooseAgain, onFrame }}
      alias={subject.alias}
      label={manifest.label}
      confirmText={t(how === 'APP' ? 'ivnosys.confirmPhone' : onThePage)}
      onClose={close}
      onSigned={() => onEnd({ signed: [signerGuid], failed: [], end: { why: 'finished' } })}
      onFailed={fail}
    />
  )
}
