/** The file to try a cluster is one that the reference reader of Compose takes, which Docker's own command is built on. */
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { installGo } from '../../install-strangers.mjs'
import { expectThat, type Row } from '../row.ts'

const FILE = resolve(import.meta.dirname, '../../../deploy/compose/compose.yaml')
const VERSION = 'v2.16.2'

interface Service {
  readonly image: string
  readonly network_mode?: string
  readonly environment?: Readonly<Record<string, string>>
}

async function attempt(program: string): Promise<string> {
  const read = execFileSync(program, ['-format', 'json', FILE], { encoding: 'utf8' })
  const { services } = JSON.parse(read) as { services: Record<string, Service> }
  const roles = Object.entries(services).map(([name, { environment }]) => [name, environment?.['ROLE']])
  expectThat('who has which role', Object.fromEntries(roles.filter(([, role]) => role !== undefined)), {
    'api-1': 'api',
    'api-2': 'api',
    worker: 'worker',
  })
  const apart = Object.keys(services).filter((name) => services[name]!.network_mode !== 'service:sandbox')
  expectThat('who has a network of its own', apart, ['sandbox'])
  return 'the reference reader takes the file, and resolves it to two servers, a worker and what they need'
}

export const composeRow: Row = {
  name: 'compose',
  install: (report) => {
    const wanted = `github.com/compose-spec/compose-go/v2/cmd@${VERSION}`
    const program = installGo({
      folder: 'interop/compose',
      wanted,
      program: 'cmd',
      name: 'the reader of Compose',
      report,
    })
    return { version: VERSION, attempt: () => attempt(program) }
  },
}
