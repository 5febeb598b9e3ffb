import { expect } from '@playwright/test'
import { runCli, type DemoName, type Scene } from '@rubrica/testing'

/**
 * The types of which people have certificates, by the names of their flags: what everybody may use at the beginning.
 */
export const FLAGS = ['Software', 'KeyVault', 'FirmaRemota', 'RedTrust', 'Uanataca', 'ValidatedID', 'Nebula', 'Ivnosys']
/** Types that are a choice of their own, without a certificate: where they are allowed, the dialog asks. */
const WITHOUT_CERTIFICATE = ['Swisscom', 'Local']

/**
 * Lets somebody use certificates of these types alone, by the names of their flags. It is what the operator's program
 * does, without the second that a start of it takes; other tests are about that program.
 */
export async function allowTypes(scene: Scene, name: DemoName, flags: readonly string[]): Promise<void> {
  const denied = [...FLAGS, ...WITHOUT_CERTIFICATE].filter((flag) => !flags.includes(flag))
  const { database } = scene.portal.server
  // One that runs its own PostgreSQL is reached by the program alone.
  if (!database) {
    return operate(scene, ['user', 'grant', name, '--allow', flags.join(','), '--deny', denied.join(',')])
  }
  const [user] = await database.query<{ had: string[] }>(
    'select certificate_flags as had from users where user_id = $1',
    [name],
  )
  const has = [...new Set([...user!.had, ...flags])].filter((flag) => !denied.includes(flag))
  await database.query('update users set certificate_flags = $2 where user_id = $1', [name, has])
}

/** Has the operator's program do something with the scene's server; a new person gets the password, if one is given. */
export async function operate({ portal }: Scene, words: readonly string[], password?: string): Promise<void> {
  const { database, dataDir } = portal.server
  const done = await runCli(words, { DATABASE_URL: database?.url, DATA_DIR: dataDir, RUBRICA_PASSWORD: password })
  expect(done.code, done.stderr).toBe(0)
}
