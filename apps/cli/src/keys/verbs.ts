/** What "rubrica keys" can be asked for. The server's code is loaded only when one is run. */
import type { Terminal } from '../terminal.ts'
import { describeKeys } from './describe-keys.ts'
import { readKeyText } from './read-key-text.ts'

interface Told {
  /** For programs. */
  readonly facts: Readonly<Record<string, unknown>>
  /** For people, without the end of the line. */
  readonly sentence: string
  /** False when the command was carried out in part only. */
  readonly ok?: boolean
}

interface Words {
  /** Of the key; 0 where none is named. */
  readonly version: number
  readonly fingerprint: string
}

interface Verb {
  /** The words behind the verb. */
  readonly takes: readonly (keyof Words)[]
  /** It is about the key file of this machine alone. */
  readonly isLocal: boolean
  readonly run: (terminal: Terminal, words: Words) => Promise<Told>
}

const load = () => import('../../../api/src/compose/server-keys.ts')
const loadFile = () => import('../../../api/src/compose/key-file-commands.ts')

const verb = (run: Verb['run']): Verb => ({ takes: [], isLocal: false, run })
const verbOfVersion = (run: Verb['run']): Verb => ({ takes: ['version'], isLocal: false, run })
const local = (takes: Verb['takes'], run: Verb['run']): Verb => ({ takes, isLocal: true, run })

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
  activate: verbOfVersion(async ({ env }, { version }) => {
    const { activateServerKeyNow } = await load()
    await activateServerKeyNow(env, version)
    return { facts: { version }, sentence: `Server key ${version} is the active one. Run "rubrica keys rewrap" next.` }
  }),
  rewrap: verb(async ({ env, err }) => {
    const { rewrapServerKeys } = await load()
    return tellRewrapped(await rewrapServerKeys(env, ({ rewrapped }) => err(`${rewrapped} values so far\n`)))
  }),
  retire: verbOfVersion(async ({ env }, { version }) => {
    const { retireServerKeyNow } = await load()
    const { fingerprint, activatedAt, retiredAt } = await retireServerKeyNow(env, version)
    const sentence =
      activatedAt === null
        ? `Server key ${version} is retired; it has wrapped nothing.`
        : `Server key ${version} is retired. Backups older than ${retiredAt?.toISOString()} need it: keep a copy of it as long as one of them.`
    return { facts: { version, fingerprint, retiredAt }, sentence }
  }),
  drop: verbOfVersion(async ({ env }, { version }) => {
    const { dropServerKey } = await load()
    await dropServerKey(env, version)
    return { facts: { version }, sentence: `Server key ${version} is no more in the key file of this machine.` }
  }),
  rotate: verb(async ({ env }) => {
    const { rotateServerKeys } = await load()
    return tellRewrapped(await rotateServerKeys(env))
  }),
  seal: local([], async ({ env }) => {
    const { sealKeyFile } = await loadFile()
    const { file, kek, keys } = await sealKeyFile(env)
    const sentence = `${keys} server keys in ${file} lie under ${kek}. Copies of the file of before still hold them open.`
    return { facts: { file, kek, keys }, sentence }
  }),
  unseal: local([], async ({ env }) => {
    const { unsealKeyFile } = await loadFile()
    const { file, kek, keys } = await unsealKeyFile(env)
    const sentence = `${keys} server keys in ${file} lie open; they lay under ${kek}. Unset SERVER_KEY_KEK.`
    return { facts: { file, kek, keys }, sentence }
  }),
  print: local(['version'], async ({ env, err }, { version }) => {
    const { revealServerKey } = await loadFile()
    const { hex, fingerprint } = await revealServerKey(env, version)
    err(`Server key ${version}, fingerprint ${fingerprint}. Whoever reads it needs the database, and no more.\n`)
    return { facts: { version, fingerprint, key: hex }, sentence: hex }
  }),
  enter: local(['version', 'fingerprint'], async (terminal, { version, fingerprint }) => {
    const { enterServerKey } = await loadFile()
    const file = await enterServerKey(terminal.env, { version, fingerprint, hex: await readKeyText(terminal) })
    return { facts: { version, fingerprint, file }, sentence: `Server key ${version} is in ${file}.` }
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
