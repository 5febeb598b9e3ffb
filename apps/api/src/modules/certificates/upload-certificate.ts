import { PortalError } from '@rubrica/domain'
import { keepVaultKey, type KeepVaultKey, type VaultKeyWish } from './keep-vault-key.ts'
import type { Certificate, CertificateStore, KeyInFile, MayAct } from './ports.ts'

export interface UploadCertificate extends KeepVaultKey {
  readonly certificates: CertificateStore
  readonly mayAct: MayAct
}

export interface CertificateUpload extends VaultKeyWish {
  readonly file: Uint8Array
  readonly filePassword: string
  /** Which key of a file that has several. */
  readonly keyAlias?: string
}

/**
 * Takes a key out of a PKCS#12 file into the vault. The file is forgotten; the key is kept under the PIN and the
 * server's key only.
 */
export async function uploadCertificate(needs: UploadCertificate, upload: CertificateUpload): Promise<Certificate> {
  if (!(await needs.mayAct(upload.userId, upload.type, 'upload'))) {
    throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'Keys of this type cannot be uploaded by this user')
  }
  const keys = await needs.files.openP12(upload.file, upload.filePassword)
  try {
    return await keepVaultKey(needs, upload, chooseKey(keys, needs, upload.keyAlias))
  } finally {
    for (const { key } of keys) key.fill(0)
  }
}

function chooseKey(keys: readonly KeyInFile[], needs: UploadCertificate, alias: string | undefined): KeyInFile {
  const chosen = alias === undefined && keys.length === 1 ? keys[0] : keys.find((key) => key.alias === alias)
  if (chosen) return chosen
  throw new PortalError('P12_SEVERAL_KEYS', 'The file holds several keys; choose one of them', {
    facts: {
      Keys: keys.map((key) => ({
        Alias: key.alias,
        Subject: needs.files.describe(key.certificate, key.chain, needs.now()).commonName,
      })),
    },
  })
}
