import type { ProviderManifest } from '@rubrica/providers/manifests'
import { Lock, ShieldAlert, ShieldCheck, Smartphone } from 'lucide-react'
import { useId } from 'react'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { CertificateFacts } from '../../shared/subject/holder-line.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { answeringKey, type Answering, type AnsweringCertificate } from './answering-certificates.ts'
import styles from './authorisation-page.module.css'

const ICONS = { usable: ShieldCheck, locked: Lock, expired: ShieldAlert, foreign: ShieldAlert } as const
const OVER = {
  locked: 'signing.lockedNote',
  expired: 'certificates.expired',
  foreign: 'certificates.notUsable',
} as const

interface OptionProps {
  offered: AnsweringCertificate
  name: string
  checked: boolean
  onChoose: () => void
}

function Option({ offered, name, checked, onChoose }: OptionProps) {
  const t = useText()
  const formats = useFormats()
  const facts = useId()
  const { certificate, manifest, isOver } = offered
  const Icon = ICONS[isOver ?? 'usable']
  return (
    <label className={styles.option}>
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={isOver !== null}
        aria-describedby={facts}
        onChange={onChoose}
      />
      <Icon size={20} aria-hidden />
      <strong className={styles.alias}>
        {certificate.certalias} {isOver && <Tag tone="bad">{t(OVER[isOver])}</Tag>}
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
  name,
  checked,
  onChoose,
}: Omit<OptionProps, 'offered'> & { manifest: ProviderManifest }) {
  const t = useText()
  return (
    <label className={styles.option}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <Smartphone size={20} aria-hidden />
      <strong className={styles.alias}>{manifest.label}</strong>
      <span className={styles.made}>{t('signing.wayOnDemand')}</span>
    </label>
  )
}

interface CertificateOptionsProps {
  /** Undefined while they are on their way. */
  offer: readonly AnsweringCertificate[] | undefined
  providers: readonly ProviderManifest[]
  chosen: Answering | undefined
  onChoose: (key: string) => void
}

/** The certificates that may answer, by alias, type and expiration, one to be chosen. */
export function CertificateOptions({ offer, providers, chosen, onChoose }: CertificateOptionsProps) {
  const t = useText()
  const name = useId()
  return (
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
        : offer.map((offered) => (
            <Option
              key={offered.certificate.GUID}
              offered={offered}
              name={name}
              checked={offered === chosen}
              onChoose={() => onChoose(answeringKey(offered))}
            />
          ))}
      {providers.map((manifest) => (
        <ProviderOption
          key={manifest.certType}
          manifest={manifest}
          name={name}
          checked={manifest === chosen}
          onChoose={() => onChoose(answeringKey(manifest))}
        />
      ))}
    </fieldset>
  )
}
