import type { DemoName, Scene } from '@rubrica/testing'
import { allowTypes, FLAGS } from './allow-types.ts'

/** Keys that the server keeps itself; all others go with their account. */
const OF_THE_VAULT = ['keyvault', 'software']
/** Those of earlier signatures stay: they sign nothing any more, and nobody can delete them. */
const OF_THE_PAST = 'swisscom'

/** Leaves everybody with the one key of the beginning and every type, for the tests of other files. */
export async function restorePeople(scene: Scene): Promise<void> {
  for (const name of Object.keys(scene.people) as DemoName[]) {
    await allowTypes(scene, name, FLAGS)
    await forgetCertificates(scene, name)
  }
}

async function forgetCertificates(scene: Scene, name: DemoName): Promise<void> {
  const { call, userId: id, legalId: legalid, certificateId } = scene.people[name]
  const certificates = await call.certificates({ params: { legalid } }).catch(() => [])
  const types = new Set(
    certificates.map(({ CertType }) => CertType.toLowerCase()).filter((type) => type !== OF_THE_PAST),
  )
  for (const type of types) {
    if (type === 'firmaremota') await call.removeRemoteSignature({})
    else if (!OF_THE_VAULT.includes(type)) await call.removeAccount({ params: { id, account: `${type}auth` } })
  }
  const keys = certificates.filter(({ CertType, GUID }) => OF_THE_VAULT.includes(CertType) && GUID !== certificateId)
  for (const { GUID: guid } of keys) await call.deleteCertificate({ params: { legalid, guid } })
}
