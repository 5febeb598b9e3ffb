import type { Operator } from '../../../api/src/compose/operator.ts'
import { defineCommand, UsageError } from '../command.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica client add ID [OPTIONS]
       rubrica client set ID [--return ADDRESS]... [--frame ORIGIN]...
       rubrica client list [--json]

A client is a program that acts for a subscription: it sends documents through
POST /api/v1/documents, logs people in, or has them sign by CSC. Its secret is
printed once and kept only as a hash.

  --name NAME          what people call it (default the id)
  --subscription NAME  whose documents it sends; default the only one
  --scope SCOPE        what it may do; several allowed, default documents:
                       documents         all of the three that follow
                       documents:send    send documents
                       documents:read    follow and fetch them
                       documents:manage  change and withdraw them, and make links
                                         that let their signers in
                       templates         keep templates
                       contacts          keep contacts and groups
                       bulk              send to many people from a sheet
                       login             open the portal for any person of the
                                         subscription, who it says is logged in
                       csc               have people sign for it by CSC
  --redirect ADDRESS   where an authorisation may lead back to; several allowed
  --return ADDRESS     where a person may be sent after log-out, and after a
                       signing link; several allowed
  --frame ORIGIN       whose pages may show a signing link in a frame; several
                       allowed, default none: https://erp.example.org
  --json               print one JSON object

"set" replaces the lists that it names; --frame "" clears one.

Example
  rubrica client add erp --scope documents --scope login --return https://erp.example.org/done

Exit code: 0 done, 1 failed, 2 typed wrongly.
`

export const clientCommand = defineCommand({
  name: 'client',
  summary: 'add and list programs that act for a subscription',
  help: HELP,
  options: {
    name: { type: 'string' },
    subscription: { type: 'string' },
    scope: { type: 'string', multiple: true },
    redirect: { type: 'string', multiple: true },
    return: { type: 'string', multiple: true },
    frame: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  },
  async run({ values, positionals, terminal }) {
    const [verb, id, ...more] = positionals
    const isKnown = verb === 'add' || verb === 'set' ? id !== undefined : verb === 'list' && id === undefined
    if (!isKnown || more.length > 0) {
      throw new UsageError('The command is "client add ID", "client set ID" or "client list".')
    }
    if (verb === 'set' && !values.return && !values.frame) throw new UsageError('Say what to set: --return or --frame.')
    requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose/operator.ts')
    await using operator = await composeOperator(terminal.env)
    if (verb === 'list') terminal.out(await list(operator, values))
    else terminal.out(await (verb === 'add' ? add : set)(operator, id!, values))
    return 0
  },
})

interface Values {
  readonly name?: string
  readonly subscription?: string
  readonly scope?: string[]
  readonly redirect?: string[]
  readonly return?: string[]
  readonly frame?: string[]
  readonly json?: boolean
}

async function add(operator: Operator, id: string, values: Values): Promise<string> {
  const { secret } = await operator.addClient({
    id,
    name: values.name,
    subscription: values.subscription,
    redirectUris: values.redirect ?? [],
    returnUrls: values.return ?? [],
    frameOrigins: values.frame ?? [],
    scopes: values.scope ?? [],
  })
  if (values.json) return `${JSON.stringify({ ok: true, id, secret })}\n`
  return `Client ${id} was added. Its secret, shown only now: ${secret}\n`
}

const namedIn = (list: readonly string[] | undefined) => list?.filter((one) => one !== '')

async function set(operator: Operator, id: string, values: Values): Promise<string> {
  const change = { returnUrls: namedIn(values.return), frameOrigins: namedIn(values.frame) }
  await operator.changeClient(id, change)
  return values.json ? `${JSON.stringify({ ok: true, id })}\n` : `Client ${id} was changed.\n`
}

async function list(operator: Operator, { json }: Values): Promise<string> {
  const clients = await operator.clients()
  if (json) return `${JSON.stringify({ ok: true, clients })}\n`
  const lines = clients.map((client) => {
    const frames = client.frameOrigins.map((origin) => `frame:${origin}`)
    const addresses = [...client.redirectUris, ...client.returnUrls, ...frames].join(' ')
    const state = client.isActive ? 'active' : 'closed'
    return `${[client.id, client.subscription, state, client.scopes.join(','), addresses].join('\t')}\n`
  })
  return lines.join('')
}
