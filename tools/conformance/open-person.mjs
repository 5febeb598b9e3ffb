import { createPrivateKey } from 'node:crypto'
import { register } from 'tsx/esm/api'

register()
const pki = await import('../../packages/pki/src/index.ts')

/** Of the key files. */
export const PIN = 'conformance'

/**
 * A person of the sandbox, with the key at hand.
 *
 * @param {import('../../packages/testing/src/index.ts').RunningSandbox} sandbox
 * @param {object} wish as `POST /control/people` takes it
 * @returns {Promise<{ certificate: Uint8Array, chain: Uint8Array[], privateKey: import('node:crypto').KeyObject }>}
 */
export async function openPerson(sandbox, wish) {
  const { keys } = await pki.openP12(await sandbox.makePerson({ keyType: 'rsa', pin: PIN, ...wish }), PIN)
  const [{ privateKeyPkcs8, certificate, chain }] = keys
  return { certificate, chain, privateKey: createPrivateKey({ key: privateKeyPkcs8, format: 'der', type: 'pkcs8' }) }
}
