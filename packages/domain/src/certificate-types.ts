/** The wire values of CertType, exact case (spec §3). */
export const CERTIFICATE_TYPES = [
  'keyvault',
  'software',
  'firmaremota',
  'redtrust',
  'uanataca',
  'validatedid',
  'swisscom',
  'Nebula',
  'Ivnosys',
] as const
export type CertificateType = (typeof CERTIFICATE_TYPES)[number]

/** The names of the per-user flags (spec §3); Local stands for Autofirma. */
export const CERTIFICATE_FLAGS = [
  'Software',
  'FirmaRemota',
  'KeyVault',
  'RedTrust',
  'Uanataca',
  'Swisscom',
  'Local',
  'Nebula',
  'ValidatedID',
  'Ivnosys',
] as const
export type CertificateFlag = (typeof CERTIFICATE_FLAGS)[number]

export const AUTHENTICATION_TYPES = ['PIN', 'SMS', 'APP', 'OTP'] as const
export type AuthenticationType = (typeof AUTHENTICATION_TYPES)[number]
