import { isSameCertificateType } from '@rubrica/domain'
import { manifests } from '@rubrica/providers/manifests'
import { useText } from '../../../shared/i18n/use-text.ts'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import type { DraftSigner } from '../draft.ts'
import type { Means } from '../findings.ts'
import styles from '../send.module.css'

interface CertificateFieldProps {
  signer: DraftSigner
  means: Means | undefined
  onChange: (changed: Partial<DraftSigner>) => void
}

/** Every type, by the name that people know. Autofirma signs with a certificate of the person's own computer. */
const TYPES = [
  ...manifests.map(({ certType, label }) => ({ type: certType, label })),
  { type: 'Local', label: 'Autofirma' },
]

/** Whether they can sign with the type; so it is while nobody knows. */
const hasType = (means: Means | undefined, type: string): boolean =>
  means?.types.some((one) => isSameCertificateType(one, type)) ?? true

const OF_TYPE = 'type:'
const THIS_ONE = 'this:'

/** With what somebody has to sign: anything, a type, or one of their certificates. What they lack is said at once. */
export function CertificateField({ signer, means, onChange }: CertificateFieldProps) {
  const t = useText()
  const { certificate, certificateType } = signer
  const held = means?.certificates ?? []
  // One that was chosen before stays to be seen, also where it is gone.
  const choices = held.some(({ guid }) => guid === certificate?.guid) || !certificate ? held : [...held, certificate]
  const choose = (value: string) => {
    const guid = value.startsWith(THIS_ONE) ? value.slice(THIS_ONE.length) : undefined
    const found = choices.find((one) => one.guid === guid)
    onChange({
      certificate: found && { guid: found.guid, alias: found.alias },
      certificateType: value.startsWith(OF_TYPE) ? value.slice(OF_TYPE.length) : '',
    })
  }
  const value = certificate ? THIS_ONE + certificate.guid : certificateType && OF_TYPE + certificateType
  return (
    <div>
      <SelectField
        label={t('send.certificate.label')}
        hint={value === '' ? undefined : t('send.certificate.hint')}
        value={value}
        onChange={choose}
      >
        <option value="">{t('send.certificate.any')}</option>
        <optgroup label={t('send.certificate.ofType')}>
          {TYPES.map(({ type, label }) => (
            <option key={type} value={OF_TYPE + type}>
              {hasType(means, type) ? label : t('send.certificate.typeLacking', { type: label })}
            </option>
          ))}
        </optgroup>
        {choices.length > 0 && (
          <optgroup label={t('send.certificate.thisOne')}>
            {choices.map(({ guid, alias }) => (
              <option key={guid} value={THIS_ONE + guid}>
                {alias}
              </option>
            ))}
          </optgroup>
        )}
      </SelectField>
      <Lack {...{ signer, means }} />
    </div>
  )
}

/** What of the choice the signer does not have. */
function Lack({ signer, means }: Pick<CertificateFieldProps, 'signer' | 'means'>) {
  const t = useText()
  const { name, certificate, certificateType } = signer
  const isGone =
    certificate !== undefined && !!means && !means.certificates.some(({ guid }) => guid === certificate.guid)
  const lacksType = certificateType !== '' && !hasType(means, certificateType)
  return (
    <div role="status">
      {(lacksType || isGone) && (
        <p className={styles.warn}>
          {t(isGone ? 'send.findings.certificateGone' : 'send.findings.noneOfType', { name })}
        </p>
      )}
    </div>
  )
}
