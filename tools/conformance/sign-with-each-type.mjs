/**
 * One file for each type of certificate and each way in which it is authorised, and one that three people sign with
 * three types: linked and signed through the server, while the stand-ins of the providers hold the keys.
 */
import { register } from 'tsx/esm/api'

register()
const { linkAccount, makeLocalKey, makePdf, PROVIDER_PIN, signAsPortal, signBySwisscom, signLocally } =
  await import('../../packages/testing/src/index.ts')

/** A key made by its owner, which the vault keeps under a PIN and a code. */
async function uploadKeyWithCodes(scene, name) {
  const { call, legalId, pin } = scene.people[name]
  const p12 = await scene.portal.sandbox.makePerson({ of: name, commonName: 'Key with codes', keyType: 'ec', pin })
  return call.uploadCertificate({
    params: { legalid: legalId },
    body: { p12: Buffer.from(p12).toString('base64'), certalias: 'codes', pin, certtype: 'keyvault', dynamicpin: true },
  })
}

function issueSoftwareKey(scene, name) {
  const { call, legalId, pin } = scene.people[name]
  return call.uploadCertificate({
    params: { legalid: legalId },
    body: { certalias: 'issued', pin, certtype: 'software' },
  })
}

async function ownKey(scene, name) {
  const { call, legalId, certificateId } = scene.people[name]
  return (await call.certificates({ params: { legalid: legalId } })).find(({ GUID }) => GUID === certificateId)
}

/** What signs a file: whose certificate, and what is true of it. */
const VAULT = [
  { file: 'keyvault-pin', name: 'ana', open: ownKey, expect: { AuthenticationType: 'PIN' } },
  { file: 'keyvault-sms', name: 'biel', open: uploadKeyWithCodes, expect: { AuthenticationType: 'SMS' } },
  { file: 'software', name: 'carla', open: issueSoftwareKey, expect: { CertType: 'software' } },
]

const trustPro = (version, kind, name) => ({
  file: `trustpro-${version}-${kind}`,
  name,
  type: 'firmaremota',
  alias: new RegExp(`\\(${kind}\\)$`),
  expect: { AuthenticationType: kind.toUpperCase() },
})

const [WITH_PIN, WITHOUT_PIN] = [{ Inputs: ['pin'] }, { Inputs: [] }]
const WITH_CODE = { Inputs: ['code', 'pin'] }

const PROVIDERS = [
  trustPro('v2', 'pin', 'ana'),
  trustPro('v2', 'sms', 'biel'),
  trustPro('v2', 'app', 'ana'),
  { file: 'redtrust-pin', name: 'ana', type: 'redtrust', expect: WITH_PIN },
  { file: 'redtrust-no-pin', name: 'carla', type: 'redtrust', expect: WITHOUT_PIN },
  { file: 'uanataca-pin', name: 'ana', type: 'uanataca', expect: WITH_PIN },
  { file: 'uanataca-code-and-pin', name: 'biel', type: 'uanataca', ownPin: true, expect: WITH_CODE },
  { file: 'validatedid-pin', name: 'ana', type: 'validatedid', expect: WITH_PIN },
  { file: 'validatedid-code-and-pin', name: 'carla', type: 'validatedid', ownPin: true, expect: WITH_CODE },
  { file: 'nebula-pin', name: 'biel', type: 'nebula', expect: WITH_PIN },
  { file: 'nebula-no-pin', name: 'carla', type: 'nebula', expect: WITHOUT_PIN },
  { file: 'ivnosys-pin', name: 'ana', type: 'ivnosys', alias: /-pin$/, expect: {} },
  { file: 'ivnosys-page', name: 'biel', type: 'ivnosys', alias: /-redirect$/, expect: {} },
  { file: 'ivnosys-phone', name: 'carla', type: 'ivnosys', alias: /-mobile$/, expect: {} },
]

/** Services that speak the other dialect of their protocol. */
const OTHER_DIALECTS = [
  trustPro('v1', 'pin', 'biel'),
  trustPro('v1', 'sms', 'ana'),
  trustPro('v1', 'app', 'biel'),
  { file: 'nebula-csc-pin', name: 'carla', type: 'nebula', expect: WITH_PIN },
]

/**
 * Keys that Swisscom makes for one signature, once the person has confirmed. Their certificates last a day here in
 * place of ten minutes, because openssl does not ask the timestamp when the signature was made.
 */
const ON_DEMAND = [
  { file: 'swisscom-rsa', name: 'carla', made: 'life:86400' },
  { file: 'swisscom-ec', name: 'ana', made: 'ec-key:86400' },
]

/** Keys of people's own PCs, for which the application there makes the value. */
const LOCAL = [
  { file: 'local-rsa', name: 'ana', keyType: 'rsa' },
  { file: 'local-ec', name: 'biel', keyType: 'ec' },
]

const THREE_TYPES = ['uanataca-pin', 'trustpro-v2-sms', 'nebula-no-pin']

/** The certificate of a plan, linked or made when it is asked for. Throws when there is none such. */
async function openCertificate(scene, { file, name, open, type, alias = /./, expect }) {
  const found = open ? [await open(scene, name)] : [...(await linkAccount(scene, name, type)).values()]
  const isSo = ([member, value], certificate) => JSON.stringify(certificate[member]) === JSON.stringify(value)
  const fitting = found.find(
    (one) => alias.test(one.certalias) && Object.entries(expect).every((fact) => isSo(fact, one)),
  )
  if (fitting === undefined) throw new Error(`${file}: no certificate fits among ${JSON.stringify(found)}`)
  return fitting
}

const pinOf = (scene, { name, open, ownPin }) => (open || ownPin ? scene.people[name].pin : PROVIDER_PIN)

async function signOne(scene, plan, signerGuid) {
  const { name, keyType, made } = plan
  if (made !== undefined) {
    await scene.portal.sandbox.inject({ service: 'swisscom', operation: 'consent', fault: made, times: 1 })
    await signBySwisscom(scene, name, signerGuid)
    return
  }
  if (keyType !== undefined) {
    await signLocally(scene, { name, signerGuid, key: await makeLocalKey(scene, name, { keyType }) })
    return
  }
  const certificate = await openCertificate(scene, plan)
  await signAsPortal(scene, { name, signerGuid, certificate, pin: pinOf(scene, plan) })
}

async function signFile(scene, file, plans) {
  const signers = plans.map(({ name }, index) => ({
    userId: name,
    reason: 'Conforme',
    positions: [{ page: 1, x: 40 + index * 180, y: 80, width: 160, height: 70 }],
  }))
  const document = await scene.send({
    pdf: makePdf({ text: file }),
    signers: [],
    description: { order: 'sequential', signers },
  })
  for (const [index, plan] of plans.entries()) {
    try {
      await signOne(scene, plan, document.signers[index].guid)
    } catch (cause) {
      throw new Error(`${file}: ${plan.name} could not sign`, { cause })
    }
  }
  return { name: file, pdf: await scene.download(document) }
}

/**
 * @param {import('../../packages/testing/src/index.ts').Scene} scene on a fixed port: its server is started again with
 *   the other dialects
 * @returns {Promise<{ name: string, pdf: Uint8Array }[]>}
 */
export async function signWithEachType(scene) {
  const files = []
  for (const plan of [...VAULT, ...PROVIDERS]) files.push(await signFile(scene, plan.file, [plan]))
  const three = THREE_TYPES.map((file) => PROVIDERS.find((plan) => plan.file === file))
  files.push(await signFile(scene, 'three-types', three))
  const [page] = PROVIDERS.filter(({ file }) => file === 'ivnosys-page')
  for (const plan of ON_DEMAND) files.push(await signFile(scene, plan.file, [plan]))
  files.push(await signFile(scene, 'three-elsewhere', [ON_DEMAND[1], page, ON_DEMAND[0]]))
  for (const plan of LOCAL) files.push(await signFile(scene, plan.file, [plan]))
  files.push(await signFile(scene, 'local-and-vault', [LOCAL[1], { ...VAULT[2], open: ownKey, expect: {} }, LOCAL[0]]))
  await scene.portal.server.restart({ TRUSTPRO_DIALECT: 'csc1', NEBULA_DIALECT: 'csc1' })
  for (const plan of OTHER_DIALECTS) files.push(await signFile(scene, plan.file, [plan]))
  return files
}
