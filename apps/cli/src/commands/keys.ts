import { defineCommand, UsageError } from '../command.ts'
import { KEY_VERBS, type KeyVerb } from '../keys/verbs.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica keys VERB [VERSION] [--json]

The server's own keys. Each has a version; one is active and wraps, and those
before it open what they have wrapped. They lie in the file that SERVER_KEY_FILE
names; the database knows their fingerprints.

  init              make the first key of an installation whose database is a
                    server of yours, or take over the key file that is there
  list              every key, and which server holds which
  stage             make a new key that wraps nothing yet; copy the file to all
                    machines then
  activate VERSION  have the staged key wrap; refused while a server lacks it
  rewrap            wrap everything stored with the active key: the data keys
                    of the documents, the outer layer of the vault's keys, the
                    keys of tokens. No PIN is needed, and servers may work
                    meanwhile. Where it was cut off, the next run goes on
  retire VERSION    say that nothing is left of a key but in backups, or that a
                    staged one is not wanted; refused while something is left
  drop VERSION      take a retired key out of the key file of this machine
  rotate            stage, activate and rewrap in one, where all servers read
                    the same key file

  --json   print one JSON object

Exit code: 0 done, 1 failed, 2 typed wrongly.
`

export const keysCommand = defineCommand({
  name: 'keys',
  summary: "the server's keys: make, change, list them",
  help: HELP,
  options: { json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    const [word = '', ...rest] = positionals
    if (!Object.hasOwn(KEY_VERBS, word))
      throw new UsageError(`The command is "keys VERB"; the verbs are ${Object.keys(KEY_VERBS).join(', ')}.`)
    const verb = KEY_VERBS[word as KeyVerb]
    const version = readVersion(word, verb.takesVersion, rest)
    requireInstallation(terminal)
    const { facts, sentence, ok = true } = await verb.run(terminal, version)
    terminal.out(values.json ? `${JSON.stringify({ ok, ...facts })}\n` : `${sentence}\n`)
    return ok ? 0 : 1
  },
})

function readVersion(word: string, isWanted: boolean, [given, ...more]: readonly string[]): number {
  if (more.length > 0 || (!isWanted && given !== undefined)) throw new UsageError(`"keys ${word}" takes nothing more.`)
  if (!isWanted) return 0
  if (given === undefined || !/^[1-9]\d{0,8}$/.test(given))
    throw new UsageError(`"keys ${word}" takes the version of a key, a number from 1 on.`)
  return Number(given)
}
