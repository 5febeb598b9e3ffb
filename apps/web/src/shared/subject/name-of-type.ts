import { isSameCertificateType } from '@rubrica/domain'
import { manifestOf } from '@rubrica/providers/manifests'

/** Product name of the application on the person's PC, the same in every language. */
export const LOCAL_APPLICATION = 'Autofirma'

/** A type of certificate by the name that people know. */
export const nameOfType = (type: string): string =>
  manifestOf(type)?.label ?? (isSameCertificateType(type, 'Local') ? LOCAL_APPLICATION : type)
