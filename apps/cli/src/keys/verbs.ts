/** What "rubrica keys" can be asked for. The server's code is loaded only when one is run. */
import type { Terminal } from '../terminal.ts'
import { describeKeys } from './describe-keys.ts'

interface Told {
  /** For programs. */
  readonly facts: Readonly<Record<string, unknown>>
  /** For people, without the end of the line. */
  readonly sentence: string
  /** False when the command was carried out in part only. */
  readonly ok?: boolean
}

interface Verb {
  readonly takesVersion: boolean
  readonly run: (terminal: Terminal, version: number) => Promise<Told>
}

const load = () => import('../../../api/src/compose/server-keys.ts')

const verb = (run: Verb['run']): Verb => ({ takesVersion: false, run })
const verbOfVersion = (run: Verb['run']): Verb => ({ takesVersion: true, run })

export const KEY_VERBS = {
  init: verb(async ({ env }) => {
    const { initServerKeys } = await load()
    const { version, fingerprint, file, isNew } = await initServerKeys(env)
    const what = isNew ? 'was made in' : 'was taken over from'
    const sentence = `Server key ${version} (${fingerprint}) ${what} ${file}. Copy the file to every machine of the installation, and to your safe place.`
    return { facts: { version, fingerprint, file, isNew }, sentence }
  }),
  list: verb(async ({ env }) => {
    const { listServerKeys } = await load()
    const listed = await listServerKeys(env)
    return { facts: { ...listed }, sentence: describeKeys(listed) }
  }),
  stage: verb(async ({ env }) => {
    const { stageServerKeyNow } = await load()
    const { version, fingerprint, file } = await stageServerKeyNow(env)
    const sentence = `Server key ${version} (${fingerprint}) is staged in ${file}. Copy the file to every machine; then run "rubrica keys activate ${version}".`
    return { facts: { version, fingerprint, file }, sentence }
  }),
  activate: verbOfVersion(async ({ env }, version) => {
    const { activateServerKeyNow } = await load()
    await activateServerKeyNow(env, version)
    return { facts: { version }, sentence: `Server key ${version} is the active one. Run "rubrica keys rewrap" next.` }
  }),
  rewrap: verb(async ({ env, err }) => {
    const { rewrapServerKeys } = await load()
    return tellRewrapped(await rewrapServerKeys(env, ({ rewrapped }) => err(`${rewrapped} values so far\n`)))
  }),
  retire: verbOfVersion(async ({ env }, version) => {
    const { retireServerKeyNow } = await load()
    const { fingerprint, activatedAt, retiredAt } = await retireServerKeyNow(env, version)
    const sentence =
      activatedAt === null
        ? `Server key ${version} is retired; it has wrapped nothing.`
        : `Server key ${version} is retired. Backups older than ${retiredAt?.toISOString()} need it: keep a copy of it as long as one of them.`
    return { facts: { version, fingerprint, retiredAt }, sentence }
  }),
  drop: verbOfVersion(async ({ env }, version) => {
    const { dropServerKey } = await load()
    await dropServerKey(env, version)
    return { facts: { version }, sentence: `Server key ${version} is no more in the key file of this machine.` }
  }),
  rotate: verb(async ({ env }) => {
    const { rotateServerKeys } = await load()
    return tellRewrapped(await rotateServerKeys(env))
  }),
} satisfies Record<string, Verb>

export type KeyVerb = keyof typeof KEY_VERBS

interface Rotated {
  readonly version: number
  readonly rewrapped: number
  readonly unopened: number
}

function tellRewrapped({ version, rewrapped, unopened }: Rotated): Told {
  const done = `Server key ${version} is the active one; ${rewrapped} stored keys were wrapped anew.`
  const left = unopened === 0 ? '' : ` ${unopened} could not be opened and are as they were.`
  return { facts: { version, rewrapped, unopened }, sentence: `${done}${left}`, ok: unopened === 0 }
}
