// What a release is made of, as CycloneDX (https://cyclonedx.org/docs/1.6/json): the packages of npm as the lockfile has
// them, told by CycloneDX's own program, and what an image holds besides.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ROOT, Refusal } from '../common.mjs'
import { installNpm } from '../install-strangers.mjs'

const WRITER = '@cyclonedx/cyclonedx-npm@6.0.1'

/** Has the program read the lockfile; nothing of the tree is changed. */
export function listNpmPackages(report) {
  const place = installNpm({ folder: 'packaging/cyclonedx', wanted: WRITER, name: 'the writer of CycloneDX', report })
  const program = join(place, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js')
  const wish = ['--package-lock-only', '--omit', 'dev', '--output-reproducible', '--spec-version', '1.6']
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...wish, '--output-format', 'JSON'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Refusal(`The bill of materials cannot be written:\n${stderr.trim().slice(-1500)}`)
  return JSON.parse(stdout)
}

const debianPurl = ({ name, version, architecture }) =>
  `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`

function componentOf(type, { name, version, purl, sha256 }) {
  const hashes = sha256 === undefined ? {} : { hashes: [{ alg: 'SHA-256', content: sha256 }] }
  return { type, 'bom-ref': purl, name, version, ...hashes, purl }
}

/**
 * @param {object} bill as CycloneDX's program wrote it
 * @param {{ version: string, node: { version: string, content: Buffer }, debian: object[] }} image what an image holds
 *   beside the packages of npm
 * @returns {object} one bill for both, the same for the same input
 */
export function completeBill(bill, { version, node, debian }) {
  const nodeVersion = node.version.replace(/^v/, '')
  const added = [
    componentOf('platform', {
      name: 'node',
      version: nodeVersion,
      purl: `pkg:generic/node@${nodeVersion}`,
      sha256: createHash('sha256').update(node.content).digest('hex'),
    }),
    ...debian.map((one) => componentOf('library', { ...one, purl: debianPurl(one) })),
  ]
  const { component } = bill.metadata
  return {
    ...bill,
    metadata: { ...bill.metadata, component: { ...component, name: 'rubrica', version } },
    components: [...bill.components, ...added],
    dependencies: [
      ...bill.dependencies.map((one) =>
        one.ref === component['bom-ref']
          ? { ...one, dependsOn: [...(one.dependsOn ?? []), ...added.map((part) => part['bom-ref'])].sort() }
          : one,
      ),
      ...added.map((part) => ({ ref: part['bom-ref'] })),
    ],
  }
}
