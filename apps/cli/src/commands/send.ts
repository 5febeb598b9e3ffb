import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sendDescription } from '@rubrica/contract'
import { defineCommand, UsageError } from '../command.ts'
import { readPlacement } from '../operator/read-position.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica send FILE.pdf --to USER [--to USER ...] [OPTIONS]

Puts a document before its signers, as the sender API does.

  --to USER            a signer; may be given several times, in the order of signing
  --in-order           one after the other instead of all at once
  --reason TEXT        why they sign
  --description TEXT   shown beside the document
  --tag TAG            may be given several times
  --sender NAME        who the document comes from
  --read-all           every page must be seen before signing
  --page N --box X,Y,W,H
                       show the signature there (points from the lower left corner);
                       only with a single signer
  --deadline TIME      ISO 8601 with zone, e.g. 2027-01-31T12:00:00Z
  --decrypt            take an encrypted file and keep it without its encryption
  --subscription NAME  default the only one
  --json               print one JSON object

The password of an encrypted file is read from RUBRICA_FILE_PASSWORD.

Example
  rubrica send contract.pdf --to ana --to biel --in-order --reason "Conformity"

Exit code: 0 sent, 1 failed, 2 typed wrongly.
`

export const sendCommand = defineCommand({
  name: 'send',
  summary: 'put a PDF before its signers',
  help: HELP,
  options: {
    to: { type: 'string', multiple: true },
    'in-order': { type: 'boolean' },
    reason: { type: 'string' },
    description: { type: 'string', default: '' },
    tag: { type: 'string', multiple: true },
    sender: { type: 'string', default: '' },
    'read-all': { type: 'boolean' },
    page: { type: 'string' },
    box: { type: 'string' },
    deadline: { type: 'string' },
    decrypt: { type: 'boolean' },
    subscription: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run({ values, positionals, terminal }) {
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new UsageError('Name the one PDF file to send.')
    const people = values.to ?? []
    if (people.length === 0) throw new UsageError('--to says who signs.')
    const position = readPlacement(values, people.length)
    const signer = { reason: values.reason, readAll: values['read-all'], positions: position ? [position] : [] }
    const password = terminal.env['RUBRICA_FILE_PASSWORD']
    const order = checked({
      fileName: basename(path),
      description: values.description,
      tags: values.tag,
      senderName: values.sender,
      order: values['in-order'] ? 'sequential' : 'parallel',
      deadline: values.deadline,
      ...(values.decrypt && { decrypt: { consent: true, password } }),
      signers: people.map((userId) => ({ ...signer, userId })),
    })
    const file = await readFile(path)
    requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose-operator.ts')
    await using operator = await composeOperator(terminal.env)
    const sent = await operator.sendFile({ subscription: values.subscription, file, order })
    const { id, pageCount, signers } = sent
    if (values.json) terminal.out(`${JSON.stringify({ ok: true, id, pages: pageCount, signers })}\n`)
    else {
      const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`
      terminal.out(`Sent ${basename(path)} (${pages}) to ${people.join(', ')} as ${id}.\n`)
    }
    return 0
  },
})

/** The same rules as for the sender API. */
function checked(order: unknown) {
  const result = sendDescription.safeParse(order)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new UsageError(`${issue!.path.join('.')}: ${issue!.message}.`)
}
