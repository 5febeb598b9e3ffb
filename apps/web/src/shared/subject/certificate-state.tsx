import type { ProviderManifest } from '@rubrica/providers/manifests'
import type { Certificate } from '../api/certificates.ts'
import { instantOf } from '../i18n/formats.ts'
import { useText } from '../i18n/use-text.ts'
import { Tag } from '../ui/lists/tag.tsx'

interface Held {
  readonly certificate: Pick<Certificate, 'Holder' | 'Locked' | 'ExpirationDate'>
  readonly manifest: Pick<ProviderManifest, 'link' | 'label'>
}

/** Why a certificate cannot sign: one word, the same wherever it is shown. */
export type CertificateState = 'notUsable' | 'locked' | 'expired'

/**
 * What keeps a certificate from signing, or null. `locked` is a key of ours after wrong PINs; one that its provider has
 * locked or suspended is `notUsable`, like one that belongs to somebody else.
 */
export function certificateState({ certificate, manifest }: Held, now: Date): CertificateState | null {
  const { Holder, Locked, ExpirationDate } = certificate
  if (!Holder.MaySign) return 'notUsable'
  if (Locked) return manifest.link ? 'notUsable' : 'locked'
  const end = instantOf(ExpirationDate)
  return end !== null && end.getTime() <= now.getTime() ? 'expired' : null
}

/** The word for what keeps a certificate from signing. */
export function StateTag({ state }: { state: CertificateState }) {
  const t = useText()
  return <Tag tone="bad">{t(`certificates.${state}`)}</Tag>
}

/** That word with what has happened and who can do something about it; nothing for one that is only expired. */
export function StateNote({ certificate, manifest }: Held) {
  const t = useText()
  const { MaySign, Verdict, Name: name } = certificate.Holder
  if (!MaySign) {
    const text = t(Verdict === 'another' ? 'certificates.foreignText' : 'certificates.nobodysText', { name })
    return (
      <>
        <StateTag state="notUsable" /> {text}
      </>
    )
  }
  if (!certificate.Locked) return null
  return manifest.link ? (
    <>
      <StateTag state="notUsable" /> {t('certificates.notUsableText', { provider: manifest.label })}
    </>
  ) : (
    <>
      <StateTag state="locked" /> {t('certificates.lockedText')}
    </>
  )
}
