import { availableParallelism } from 'node:os'
import { createPadesWorkers } from '@rubrica/pades'
import { ARCHIVING_HELP, ARCHIVING_OPTIONS } from '../archive/read-archiving.ts'
import { defineCommand, UsageError } from '../command.ts'
import { planOutputs } from '../plan-outputs.ts'
import { finishFiles, workThroughFiles } from '../report-files.ts'
import { checkSuitable, chooseKey, classifyKeys } from '../sign/choose-key.ts'
import { openKeys } from '../sign/open-keys.ts'
import { readLevel } from '../sign/read-level.ts'
import { readLimits } from '../sign/read-limits.ts'
import { readPlacement } from '../sign/read-placement.ts'
import { signFile } from '../sign/sign-file.ts'

const HELP = `Usage: rubrica sign IN.pdf... --p12 KEY.p12 --out OUT.pdf|FOLDER/ [OPTIONS]
       rubrica sign IN.pdf... --pkcs11 MODULE.so --out OUT.pdf|FOLDER/ [OPTIONS]

Signs PDF documents with a key of a PKCS#12 file (.p12, .pfx), or of a smart card
or HSM: PAdES baseline level B, T, LT or LTA. The original bytes stay as they are;
the signature is added behind them, so signatures that were there before stay valid.

The key
  --p12 FILE           the key file
  --pin PIN            its PIN; better --pin-file or RUBRICA_PIN, which others cannot see.
                       Without any of them you are asked.
  --pin-file FILE      file whose first line is the PIN
  --pkcs11 MODULE      the PKCS#11 module of a smart card or HSM, instead of a file; with an
                       empty PIN, the PIN is typed on the reader
  --token LABEL|SERIAL which token, when the module has several
  --key ALIAS|N        which key, when there are several (without it they are listed)
  --allow-unsuitable   sign although the certificate has expired, is a CA's, ...

The result
  --out OUT.pdf|FOLDER/  where to write; a folder when there are several files
  --level B|T|LT|LTA     PAdES baseline level; without it T when there is a --tsa, else B
${ARCHIVING_HELP}

The signature
  --reason TEXT, --location TEXT, --contact TEXT
  --page N             page of the signature, from 1 (default 1)
  --box X,Y,W,H        make it visible there: points from the page's lower left corner
  --image FILE         PNG or JPEG to draw in the box
  --field NAME         fill this existing signature field instead
  --certify 1|2|3      certify the document; later changes: 1 none, 2 filling in and
                       signing, 3 comments too; only for a document without signatures
  --lock FIELD         forbid to fill this field from then on (may be repeated)
  --lock-all           forbid to fill any field from then on

  --json               print one JSON object with the outcome of every file

Examples
  rubrica sign contract.pdf --p12 ana.p12 --pin-file pin.txt --out contract-signed.pdf
  rubrica sign *.pdf --p12 ana.p12 --out signed/ --tsa https://tsa.example/ --reason Approved
  rubrica sign deed.pdf --p12 ana.p12 --out deed-signed.pdf --level LTA --tsa https://tsa.example/ --trust roots/
  rubrica sign form.pdf --p12 ana.p12 --out out.pdf --page 2 --box 60,80,200,70 --image me.png
  rubrica sign form.pdf --pkcs11 /usr/lib/softhsm/libsofthsm2.so --token office --out out.pdf --certify 2

Exit code: 0 all signed, 1 some failed (each with a sentence), 2 typed wrongly.
`

const MAX_THREADS = 4
const THREAD_LIMITS = { memoryMb: 512, timeoutMs: 8000 }

export const signCommand = defineCommand({
  name: 'sign',
  summary: 'sign PDF documents with a key of a .p12 file, a smart card or an HSM',
  help: HELP,
  options: {
    p12: { type: 'string' },
    pkcs11: { type: 'string' },
    token: { type: 'string' },
    key: { type: 'string' },
    pin: { type: 'string' },
    'pin-file': { type: 'string' },
    out: { type: 'string' },
    ...ARCHIVING_OPTIONS,
    reason: { type: 'string' },
    location: { type: 'string' },
    contact: { type: 'string' },
    page: { type: 'string' },
    box: { type: 'string' },
    image: { type: 'string' },
    field: { type: 'string' },
    certify: { type: 'string' },
    lock: { type: 'string', multiple: true },
    'lock-all': { type: 'boolean' },
    'allow-unsuitable': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  async run({ values, positionals, terminal }) {
    if (positionals.length === 0) throw new UsageError('Name at least one PDF file to sign.')
    if (values.out === undefined) throw new UsageError('--out says where the signed file goes.')
    const files = planOutputs(positionals, values.out, (stem) => `${stem}.pdf`)
    const placement = await readPlacement(values)
    const limits = readLimits(values)
    const level = await readLevel(values)
    using source = await openKeys(values, terminal)
    const signer = chooseKey(classifyKeys(source.keys, new Date()), values.key)
    checkSuitable(signer, values['allow-unsuitable'] ?? false)
    const threads = Math.min(files.length, availableParallelism(), MAX_THREADS)
    await using workers = createPadesWorkers({ threads, ...THREAD_LIMITS })
    const texts = { reason: values.reason, location: values.location, contactInfo: values.contact }
    const run = { workers, signer, sign: signer.key.open(), limits, placement, texts, level }
    const work = workThroughFiles({
      files,
      concurrency: threads,
      verb: 'Signed',
      terminal,
      work: (file) => signFile(run, file),
    })
    return finishFiles(await work, { json: values.json, certificate: signer.certificate.facts }, terminal)
  },
})
