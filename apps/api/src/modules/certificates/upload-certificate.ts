import { randomUUID } from 'node:crypto'
import { PortalError, type CertificateType } from '@rubrica/domain'
import type { Certificate, CertificateFiles, CertificateStore, KeyInFile, KeyVault } from './ports.ts'

export interface UploadCertificate {
  readonly certificates: CertificateStore
  readonly files: CertificateFiles
  readonly vault: KeyVault
  readonly mayUseVault: (userId: string) => Promise<boolean>
  readonly now: () => Date
}

export interface CertificateUpload {
  readonly userId: string
  readonly type: CertificateType
  readonly file: Uint8Array
  readonly filePassword: string
  /** Which key of a file that has several. */
  readonly keyAlias?: string
  readonly alias: string
  readonly pin: string
}

/**
 * Takes a key out of a PKCS#12 file into the vault. The file is forgotten; the key is kept under
 * the PIN and the server's key only.
 */
export async function uploadCertificate(needs: UploadCertificate, upload: CertificateUpload): Promise<Certificate> {
  if (upload.type !== 'keyvault' || !(await needs.mayUseVault(upload.userId))) {
    throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'Keys of this type cannot be uploaded by this user')
  }
  const keys = await needs.files.openP12(upload.file, upload.filePassword)
  try {
    const chosen = chooseKey(keys, needs, upload.keyAlias)
    return await store(needs, upload, chosen)
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

async function store(needs: UploadCertificate, upload: CertificateUpload, chosen: KeyInFile): Promise<Certificate> {
  const facts = needs.files.describe(chosen.certificate, chosen.chain, needs.now())
  if (facts.unusable.length > 0) {
    throw new PortalError('CERTIFICATE_UNUSABLE', 'This certificate cannot sign documents', {
      facts: { Reasons: facts.unusable, Subject: facts.commonName, NotAfter: facts.notAfter.toISOString() },
    })
  }
  const id = randomUUID()
  const certificate = {
    id,
    userId: upload.userId,
    type: upload.type,
    alias: upload.alias,
    dn: facts.dn,
    authenticationType: 'PIN' as const,
    pinRequired: true,
    notAfter: facts.notAfter,
  }
  const inserted = await needs.certificates.insert({
    ...certificate,
    ...(await needs.vault.protect(chosen.key, upload.pin, { userId: upload.userId, certificateId: id })),
    serialNumber: facts.serialNumber,
    notBefore: facts.notBefore,
    keyAlgorithm: facts.keyAlgorithm,
    certificate: chosen.certificate,
    chain: chosen.chain,
    createdAt: needs.now(),
  })
  if (!inserted) throw new PortalError('ALIAS_TAKEN', 'There is already a certificate with this name')
  return certificate
}
