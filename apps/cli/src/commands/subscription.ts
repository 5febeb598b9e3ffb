import { readFile } from 'node:fs/promises'
import { defineCommand, UsageError } from '../command.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica subscription add NAME [OPTIONS]
       rubrica subscription list [--json]

A subscription is a tenant: its people see its colours and logo.

  --primary COLOR         like #00bf71, the default
  --primary-text COLOR    text on it (default #FFFFFF)
  --secondary COLOR       buttons (default #00bf71)
  --secondary-text COLOR  text on them (default #FFFFFF)
  --logo FILE             PNG or JPEG, made anew with at most 480 by 240 pixels
  --json                  print one JSON object

Example
  rubrica subscription add "Ajuntament" --primary #7a0019 --secondary #7a0019 --logo logo.png

Exit code: 0 done, 1 failed, 2 typed wrongly.
`

export const subscriptionCommand = defineCommand({
  name: 'subscription',
  summary: 'add and list tenants with their colours',
  help: HELP,
  options: {
    primary: { type: 'string' },
    'primary-text': { type: 'string' },
    secondary: { type: 'string' },
    'secondary-text': { type: 'string' },
    logo: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run({ values, positionals, terminal }) {
    const [verb, name, ...more] = positionals
    const isAdd = verb === 'add' && name !== undefined
    if ((!isAdd && !(verb === 'list' && name === undefined)) || more.length > 0) {
      throw new UsageError('The command is "subscription add NAME" or "subscription list".')
    }
    const logo = values.logo === undefined ? undefined : await readFile(values.logo)
    // The first of them is what begins an installation.
    if (!isAdd) requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose-operator.ts')
    await using operator = await composeOperator(terminal.env)
    if (isAdd) {
      const { id } = await operator.addSubscription({
        name,
        primaryColor: values.primary,
        primaryTextColor: values['primary-text'],
        secondaryColor: values.secondary,
        secondaryTextColor: values['secondary-text'],
        logo,
      })
      terminal.out(values.json ? `${JSON.stringify({ ok: true, id, name })}\n` : `Subscription "${name}" was added.\n`)
      return 0
    }
    const subscriptions = (await operator.subscriptions()).map(({ logo: image, ...facts }) => ({
      ...facts,
      hasLogo: image !== null,
    }))
    if (values.json) terminal.out(`${JSON.stringify({ ok: true, subscriptions })}\n`)
    else for (const one of subscriptions) terminal.out(`${one.name}\t${one.primaryColor}\t${one.secondaryColor}\n`)
    return 0
  },
})
