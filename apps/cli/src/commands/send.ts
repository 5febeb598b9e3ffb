import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sendDescription } from '@rubrica/contract'
import { defineCommand, UsageError } from '../command.ts'
import { readSigners, type SignerOptions } from '../operator/read-signers.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica send FILE.pdf --to USER [--to USER ...] [OPTIONS]

Puts a document before its signers, as the sender API does.

People
  --to USER            a signer; may be given several times, in the order of signing
  --in-order           one after the other instead of all at once
  --approver [SIGNER=]USER
                       who must approve before that signer, or every signer, may sign;
                       may be given several times
  --certificate [SIGNER=]NAME
                       the only certificate to sign with: its name or its id
  --reason TEXT        why they sign
  --read-all           every page must be seen before signing
  --disclaimer-title TEXT --disclaimer-text TEXT
                       what they must accept before they sign

Document
  --name NAME          the file name that people see; default that of FILE.pdf
  --description TEXT   shown beside the document
  --tag TAG            may be given several times
  --sender NAME        who the document comes from
  --attach [SIGNER=]FILE
                       goes with the document, for that signer and their approvers only,
                       or for everybody; may be given several times
  --deadline TIME      ISO 8601 with zone, e.g. 2027-01-31T12:00:00Z
  --decrypt            take an encrypted file and keep it without its encryption

Visible signatures, in points from the lower left corner of the page
  --at [SIGNER=]PAGE,X,Y,WIDTH,HEIGHT
                       show the signer's signature there; may be given several times:
                       it is one signature, shown in each of the places
  --page N --box X,Y,WIDTH,HEIGHT
                       the same for a single signer and place

  --subscription NAME  default the only one
  --json               print one JSON object

SIGNER= may be left out when there is one signer; an approver or an attachment is
everybody's then.
The password of an encrypted file is read from RUBRICA_FILE_PASSWORD.

Examples
  rubrica send contract.pdf --to ana --to biel --in-order --reason "Conformity"
  rubrica send order.pdf --to ana --approver biel --attach annex.pdf --attach ana=prices.csv
  rubrica send lease.pdf --to ana --to biel --at ana=1,60,80,180,60 --at ana=3,60,80,180,60 \\
      --at biel=3,300,80,180,60 --certificate "ana=Ana, company" --deadline 2027-01-31T12:00:00Z

Exit code: 0 sent, 1 failed, 2 typed wrongly.
`

export const sendCommand = defineCommand({
  name: 'send',
  summary: 'put a PDF before its signers',
  help: HELP,
  options: {
    to: { type: 'string', multiple: true },
    'in-order': { type: 'boolean' },
    approver: { type: 'string', multiple: true },
    certificate: { type: 'string', multiple: true },
    reason: { type: 'string' },
    'read-all': { type: 'boolean' },
    'disclaimer-title': { type: 'string' },
    'disclaimer-text': { type: 'string' },
    name: { type: 'string' },
    description: { type: 'string', default: '' },
    tag: { type: 'string', multiple: true },
    sender: { type: 'string', default: '' },
    attach: { type: 'string', multiple: true },
    deadline: { type: 'string' },
    decrypt: { type: 'boolean' },
    at: { type: 'string', multiple: true },
    page: { type: 'string' },
    box: { type: 'string' },
    subscription: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run({ values, positionals, terminal }) {
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new UsageError('Name the one PDF file to send.')
    const { certificates, annexes, ...order } = readOrder(path, values, terminal.env['RUBRICA_FILE_PASSWORD'])
    const [file, ...annexed] = await Promise.all([path, ...annexes].map((name) => readFile(name)))
    const attachments = annexed.map((bytes, index) => ({ fileName: basename(annexes[index]!), bytes }))
    requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose/operator.ts')
    await using operator = await composeOperator(terminal.env)
    const wish = { subscription: values.subscription, order, certificates, attachments }
    const { id, fileName, pageCount, signers } = await operator.sendFile({ ...wish, file: file! })
    if (values.json) terminal.out(`${JSON.stringify({ ok: true, id, pages: pageCount, signers })}\n`)
    else {
      const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`
      terminal.out(`Sent ${fileName} (${pages}) to ${values.to!.join(', ')} as ${id}.\n`)
    }
    return 0
  },
})

interface OrderOptions extends SignerOptions {
  readonly name?: string
  readonly description: string
  readonly tag?: string[]
  readonly sender: string
  readonly 'in-order'?: boolean
  readonly deadline?: string
  readonly decrypt?: boolean
}

function readOrder(path: string, values: OrderOptions, password: string | undefined) {
  const { signers, certificates, attachments: annexes } = readSigners(values)
  const order = checked({
    fileName: values.name ?? basename(path),
    description: values.description,
    tags: values.tag,
    senderName: values.sender,
    order: values['in-order'] ? 'sequential' : 'parallel',
    deadline: values.deadline,
    ...(values.decrypt && { decrypt: { consent: true, password } }),
    signers,
  })
  return { ...order, certificates, annexes }
}

/** The same rules as for the sender API. */
function checked(order: unknown) {
  const result = sendDescription.safeParse(order)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new UsageError(`${issue!.path.join('.')}: ${issue!.message}.`)
}
