/** Helm makes manifests of the chart that Kubernetes' own schemas take, and refuses values that would not run. */
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeTemporaryDirectory } from '@rubrica/testing'
import { installGo, installPython } from '../../install-strangers.mjs'
import { expectThat, type Row } from '../row.ts'

const DEPLOY = resolve(import.meta.dirname, '../../../deploy/helm')
const CHART = join(DEPLOY, 'rubrica')
/** A Helm that was built by Go does not know for which Kubernetes it is. */
const KUBERNETES = ['--kube-version', '1.31.0']
const REQUIREMENTS = resolve(import.meta.dirname, '../python/kubernetes_validate.txt')
/** Of others, not in Kubernetes' schemas. */
const FOREIGN = /^kind: ServiceMonitor$/m

const ALL = [
  ...['Deployment', 'Deployment', 'Job', 'NetworkPolicy', 'NetworkPolicy', 'NetworkPolicy', 'NetworkPolicy'],
  ...['PodDisruptionBudget', 'PodDisruptionBudget', 'Service', 'Service'],
]

interface Tools {
  readonly helm: string
  readonly python: string
}

/** One that is there, else one that Go builds. */
function findHelm(report: (message: string) => void): string {
  const places = ['helm', join(homedir(), 'go/bin/helm')]
  const found = places.find((program) => spawnSync(program, ['version', '--short']).status === 0)
  const wanted = 'helm.sh/helm/v3/cmd/helm@v3.22.0'
  return found ?? installGo({ folder: 'interop/helm', wanted, program: 'helm', name: 'Helm', report })
}

/** Has Kubernetes' schemas judge what the chart makes of the values; gives the kinds of it. */
async function judge({ helm, python }: Tools, values: string, folder: string): Promise<string[]> {
  const given = ['--values', join(DEPLOY, 'examples', `${values}.yaml`)]
  execFileSync(helm, ['lint', '--strict', ...KUBERNETES, CHART, ...given], { stdio: 'pipe' })
  const made = execFileSync(helm, ['template', 'try', CHART, ...KUBERNETES, ...given], { encoding: 'utf8' })
  const manifests = made.split(/^---$/m).filter((text) => /^kind: /m.test(text))
  const ours = join(folder, `${values}.yaml`)
  await writeFile(ours, manifests.filter((text) => !FOREIGN.test(text)).join('---\n'))
  execFileSync(join(python, '../kubernetes-validate'), ['--strict', '--kubernetes-version', '1.31', ours], {
    stdio: 'pipe',
  })
  return manifests.map((text) => /^kind: (\w+)$/m.exec(text)![1]!).sort()
}

/** The chart with these values besides the least ones; gives whether Helm takes them. */
function isTaken({ helm }: Tools, ...more: string[]): boolean {
  const least = ['--values', join(DEPLOY, 'examples/minimal.yaml')]
  return spawnSync(helm, ['template', 'try', CHART, ...KUBERNETES, ...least, ...more]).status === 0
}

async function attempt(tools: Tools): Promise<string> {
  await using folder = await makeTemporaryDirectory()
  expectThat('the least', await judge(tools, 'minimal', folder.path), ALL)
  const more = ['HorizontalPodAutoscaler', 'HorizontalPodAutoscaler', 'Ingress', 'Job', 'ServiceMonitor']
  expectThat('everything', await judge(tools, 'whole', folder.path), [...ALL, ...more].sort())
  expectThat('the least are taken', isTaken(tools), true)
  const wrong = {
    'a secret among the settings': ['--set', 'settings.EST_PASSWORD=canary'],
    'a database without its Secret': ['--set', 'secretSettings.DATABASE_URL.secret='],
    'a number that Helm would round': ['--set', 'settings.CALLS_PER_MINUTE=1000000'],
    'an address that is none': ['--set', 'settings.PUBLIC_URL=sign.example.org'],
    'keys of nobody': ['--set', 'serverKeys.secret='],
  }
  for (const [what, values] of Object.entries(wrong)) expectThat(what, isTaken(tools, ...values), false)
  return 'lint and schemas take the chart with the least and with all values, and wrong values are refused'
}

export const helmRow: Row = {
  name: 'helm',
  install: (report) => {
    const helm = findHelm(report)
    const wish = {
      folder: 'interop/kubernetes-validate',
      requirements: REQUIREMENTS,
      name: 'kubernetes-validate',
      report,
    }
    const python = installPython(wish)
    const version = execFileSync(helm, ['version', '--short'], { encoding: 'utf8' }).trim()
    return { version, attempt: () => attempt({ helm, python }) }
  },
}
