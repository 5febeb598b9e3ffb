import { defineCommand, UsageError } from '../command.ts'
import { KEY_VERBS, type KeyVerb } from '../keys/verbs.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica keys VERB [VERSION [FINGERPRINT]] [--json]

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

  About the key file of this machine alone, without a database:
  seal              close its keys under the key that SERVER_KEY_KEK names
  unseal            put the keys themselves into it again
  print VERSION     print a key as 64 hexadecimal digits, for paper
  enter VERSION FINGERPRINT
                    put a key from paper into the file; its digits are typed
                    unseen, or come on standard input

  --json   print one JSON object

Examples
  rubrica keys print 1 | ssss-split -t 3 -n 5 -x -s 256 -Q
  ssss-combine -t 3 -x -Q 2>&1 | rubrica keys enter 1 4f1c…

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
    const words = readWords(word, verb.takes, rest)
    if (!verb.isLocal) requireInstallation(terminal)
    const { facts, sentence, ok = true } = await verb.run(terminal, words)
    terminal.out(values.json ? `${JSON.stringify({ ok, ...facts })}\n` : `${sentence}\n`)
    return ok ? 0 : 1
  },
})

function readWords(word: string, takes: readonly string[], given: readonly string[]) {
  const [version = '', fingerprint = ''] = given
  if (given.length > takes.length) throw new UsageError(`"keys ${word}" takes nothing more.`)
  if (takes.includes('version') && !/^[1-9]\d{0,8}$/.test(version))
    throw new UsageError(`"keys ${word}" takes the version of a key, a number from 1 on.`)
  if (takes.includes('fingerprint') && !/^[0-9a-f]{32}$/i.test(fingerprint))
    throw new UsageError(`"keys ${word}" takes the fingerprint of the key, 32 hexadecimal digits.`)
  return { version: Number(version), fingerprint }
}
