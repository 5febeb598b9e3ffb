import type { Operator } from '../../../api/src/compose/operator.ts'
import { defineCommand, UsageError } from '../command.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica team add TEAM [--subscription NAME]
       rubrica team join TEAM USER [--manage] [--subscription NAME]
       rubrica team leave TEAM USER [--subscription NAME]
       rubrica team list [--json]

People of a team see what one of them shares with it, as long as they may send. With
--manage they may also remind, change and withdraw it. "join" again says anew which.

  --manage             they may change what is shared, not only look at it
  --subscription NAME  which one the team is of; default the only one
  --json               print one JSON object

Examples
  rubrica team add Contracts
  rubrica team join Contracts ana --manage

Exit code: 0 done, 1 failed, 2 typed wrongly.
`

interface Values {
  readonly manage?: boolean
  readonly subscription?: string
  readonly json?: boolean
}

/** What was done: facts for a program, lines for a person. */
interface Outcome {
  readonly facts: object
  readonly text: string
}

type Verb = (operator: Operator, names: readonly string[], values: Values) => Promise<Outcome>

interface Listed {
  readonly name: string
  readonly subscription: string
  readonly members: readonly { readonly userId: string; readonly mayManage: boolean }[]
}

const line = ({ name, subscription, members }: Listed) =>
  `${subscription}\t${name}\t${members.map(({ userId, mayManage }) => userId + (mayManage ? '*' : '')).join(' ')}\n`

/** Each with the number of names that it takes. */
const VERBS: Readonly<Record<string, { readonly names: number; readonly run: Verb }>> = {
  add: {
    names: 1,
    run: async (operator, [name = ''], { subscription }) => {
      const { id } = await operator.addTeam({ name, subscription })
      return { facts: { id, name }, text: `Team "${name}" was added.\n` }
    },
  },
  join: {
    names: 2,
    run: async (operator, [name = '', userId = ''], { subscription, manage = false }) => {
      await operator.joinTeam({ name, subscription }, { userId, mayManage: manage })
      const may = manage ? 'sees and changes' : 'sees'
      return { facts: { name, userId, mayManage: manage }, text: `${userId} ${may} what is shared with "${name}".\n` }
    },
  },
  leave: {
    names: 2,
    run: async (operator, [name = '', userId = ''], { subscription }) => {
      const wasThere = await operator.leaveTeam({ name, subscription }, userId)
      return {
        facts: { name, userId, wasThere },
        text: wasThere ? `${userId} is no longer in "${name}".\n` : `${userId} was not in "${name}".\n`,
      }
    },
  },
  list: {
    names: 0,
    run: async (operator) => {
      const teams = await operator.teams()
      return { facts: { teams }, text: teams.map(line).join('') }
    },
  },
}

export const teamCommand = defineCommand({
  name: 'team',
  summary: 'add teams, and people who see what is shared with them',
  help: HELP,
  options: {
    manage: { type: 'boolean' },
    subscription: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run({ values, positionals, terminal }) {
    const [word = '', ...names] = positionals
    const verb = Object.hasOwn(VERBS, word) ? VERBS[word] : undefined
    if (!verb || names.length !== verb.names) {
      throw new UsageError('The command is "team add TEAM", "team join|leave TEAM USER" or "team list".')
    }
    requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose/operator.ts')
    await using operator = await composeOperator(terminal.env)
    const { facts, text } = await verb.run(operator, names, values)
    terminal.out(values.json ? `${JSON.stringify({ ok: true, ...facts })}\n` : text)
    return 0
  },
})
