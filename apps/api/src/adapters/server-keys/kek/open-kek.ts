import type { KekConfig } from '../../../config/read-kek.ts'
import type { Kek } from './kek.ts'
import { openKmsKek } from './kms-kek.ts'
import { openTokenKek } from './token-kek.ts'
import { openVaultKek } from './vault-kek.ts'

/** Nothing is asked before the first key is sealed or opened. */
export function openKek(config: KekConfig): Kek {
  switch (config.kind) {
    case 'pkcs11':
      return openTokenKek(config)
    case 'aws-kms':
      return openKmsKek(config)
    case 'vault':
      return openVaultKek(config)
  }
}
