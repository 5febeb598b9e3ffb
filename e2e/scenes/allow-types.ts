import { expect } from '@playwright/test'
import { runCli, type DemoName, type Scene } from '@rubrica/testing'

/**
 * The types of which people have certificates, by the names of their flags: what everybody may use at the beginning.
 */
export const FLAGS = ['Software', 'KeyVault', 'FirmaRemota', 'RedTrust', 'Uanataca', 'ValidatedID', 'Nebula', 'Ivnosys']
/** Types that are a choice of their own, without a certificate: where they are allowed, the dialog asks. */
const WITHOUT_CERTIFICATE = ['Swisscom', 'Local']

/** What was last allowed in each scene: the operator's program need not be started to say it again. */
const allowed = new WeakMap<Scene, Map<DemoName, string>>()

/** Lets somebody use certificates of these types alone, by the names of their flags. Nothing else may change them. */
export async function allowTypes(scene: Scene, name: DemoName, flags: readonly string[]): Promise<void> {
  const known = allowed.get(scene) ?? new Map<DemoName, string>()
  allowed.set(scene, known)
  const denied = [...FLAGS, ...WITHOUT_CERTIFICATE].filter((flag) => !flags.includes(flag)).join(',')
  if (known.get(name) === denied) return
  const words = ['user', 'grant', name, '--allow', flags.join(',')]
  await operate(scene, denied === '' ? words : [...words, '--deny', denied])
  known.set(name, denied)
}

/** Has the operator's program do something with the scene's server; a new person gets the password, if one is given. */
export async function operate({ portal }: Scene, words: readonly string[], password?: string): Promise<void> {
  const { database, dataDir } = portal.server
  const done = await runCli(words, { DATABASE_URL: database?.url, DATA_DIR: dataDir, RUBRICA_PASSWORD: password })
  expect(done.code, done.stderr).toBe(0)
}
