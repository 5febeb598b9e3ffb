import type { ProviderManifest } from '@rubrica/providers/manifests'
import { ShieldCheck, Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { CertificateFacts } from '../../shared/subject/holder-line.tsx'
import { lastUsed } from '../../shared/subject/last-used.ts'
import { UnableCertificates } from '../../shared/subject/unable-certificates.tsx'
import { Skeleton } from '../../shared/ui/lists/skeleton.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import { answeringKey, type Answering, type AnsweringCertificate } from './answering-certificates.ts'
import styles from './grant.module.css'

interface OptionProps {
  offered: AnsweringCertificate
  isLastUsed: boolean
  name: string
  checked: boolean
  onChoose: () => void
}

function Option({ offered, isLastUsed, name, checked, onChoose }: OptionProps) {
  const t = useText()
  const formats = useFormats()
  const facts = useId()
  const { certificate, manifest } = offered
  return (
    <label className={styles.option}>
      <input type="radio" name={name} checked={checked} aria-describedby={facts} onChange={onChoose} />
      <ShieldCheck size={20} aria-hidden />
      <strong className={styles.alias}>
        {certificate.certalias} {isLastUsed && <Tag tone="good">{t('signing.lastUsed')}</Tag>}
        <CertificateFacts {...{ certificate, manifest }} id={facts} className={styles.holder} />
      </strong>
      <span>{manifest.label}</span>
      <span className={styles.expiration} data-label={t('certificates.expiration')}>
        <span className="sr-only">{t('certificates.expiration')} </span>
        <span className="num">{formats.date(certificate.ExpirationDate)}</span>
      </span>
    </label>
  )
}

/** A provider that makes a certificate for this signature: there is nothing to say when it runs out. */
function ProviderOption({
  manifest,
  isLastUsed,
  name,
  checked,
  onChoose,
}: Omit<OptionProps, 'offered'> & { manifest: ProviderManifest }) {
  const t = useText()
  return (
    <label className={styles.option}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <Smartphone size={20} aria-hidden />
      <strong className={styles.alias}>
        {manifest.label} {isLastUsed && <Tag tone="good">{t('signing.lastUsed')}</Tag>}
      </strong>
      <span className={styles.made}>{t('signing.wayOnDemand')}</span>
    </label>
  )
}

export interface OptionsOffer {
  /** What may answer, in the order in which it is offered. */
  readonly able: readonly Answering[]
  readonly unable: readonly AnsweringCertificate[]
}

interface CertificateOptionsProps {
  /** Undefined while they are on their way. */
  offer: OptionsOffer | undefined
  chosen: Answering | undefined
  onChoose: (key: string) => void
}

/** The certificates that may answer, by alias, type and expiration, one to be chosen. */
export function CertificateOptions({ offer, chosen, onChoose }: CertificateOptionsProps) {
  const t = useText()
  const name = useId()
  const [last] = useState(lastUsed)
  const optionOf = (answering: Answering) => {
    const key = answeringKey(answering)
    const option = { name, checked: answering === chosen, isLastUsed: key === last, onChoose: () => onChoose(key) }
    if ('certificate' in answering) return <Option key={key} offered={answering} {...option} />
    return <ProviderOption key={key} manifest={answering} {...option} />
  }
  return (
    <>
      <fieldset className={styles.options} aria-busy={offer === undefined}>
        <legend className="sr-only">{t('authcerts.choose')}</legend>
        <div className={styles.optionsHead} aria-hidden>
          <span>{t('certificates.alias')}</span>
          <span>{t('authcerts.type')}</span>
          <span>{t('certificates.expiration')}</span>
        </div>
        {offer === undefined
          ? [60, 45].map((width) => (
              <div key={width} className={styles.option}>
                <Skeleton width={width} />
              </div>
            ))
          : offer.able.map(optionOf)}
      </fieldset>
      {offer && <UnableCertificates unable={offer.unable} className={styles.unable} />}
    </>
  )
}
