import { OID } from '../../der/object-identifiers.ts'
import type { HashName } from '../sign-digest.ts'

/** Signature algorithms of each kind of key with the digest that each names; plain RSA leaves that to the request. */
export const SIGNATURE_ALGORITHMS: Readonly<Record<'rsa' | 'ec', Readonly<Record<string, HashName | 'named'>>>> = {
  rsa: {
    [OID.rsaEncryption]: 'named',
    [OID.sha256WithRsa]: 'sha256',
    [OID.sha384WithRsa]: 'sha384',
    [OID.sha512WithRsa]: 'sha512',
  },
  ec: {
    [OID.ecdsaWithSha256]: 'sha256',
    [OID.ecdsaWithSha384]: 'sha384',
    [OID.ecdsaWithSha512]: 'sha512',
  },
}
