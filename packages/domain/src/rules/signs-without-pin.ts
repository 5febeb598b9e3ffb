import type { AuthenticationType } from '../certificate-types.ts'

export interface PinFacts {
  readonly CertType: string
  readonly PinRequired: boolean
  readonly AuthenticationType: AuthenticationType
}

/**
 * Whether a certificate signs after a confirmation, with nothing to be typed (spec §4). Ivnosys never does: its own
 * pages ask. A one-time code is always typed, except for Nebula, where it was answered as a challenge before.
 */
export function signsWithoutPin({ CertType, PinRequired, AuthenticationType }: PinFacts): boolean {
  const type = CertType.toLowerCase()
  if (PinRequired || type === 'ivnosys') return false
  return type === 'nebula' || AuthenticationType !== 'OTP'
}
