import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryDirectory } from '@rubrica/testing'
import { expect, test } from 'vitest'
import { completeBill } from './bill-of-materials.mjs'
import { writeDigests } from './release.mjs'

const BILL = {
  specVersion: '1.6',
  metadata: { component: { 'bom-ref': 'root', type: 'application', name: 'rubrica-workspace' } },
  components: [{ 'bom-ref': 'pkg:npm/fastify@5.12.8', type: 'library', name: 'fastify', version: '5.12.8' }],
  dependencies: [{ ref: 'root', dependsOn: ['pkg:npm/fastify@5.12.8'] }, { ref: 'pkg:npm/fastify@5.12.8' }],
}
const LIBC = { name: 'libstdc++6', version: '14.2.0-19', architecture: 'amd64', sha256: 'ab'.repeat(32) }

test('the bill names Node and the packages of Debian as parts of the product, beside those of npm', () => {
  const content = Buffer.from('a program')
  const image = { version: '1.2.3', node: { version: 'v20.20.2', content }, debian: [LIBC] }
  const bill = completeBill(BILL, image)
  expect(bill.metadata.component).toMatchObject({ 'bom-ref': 'root', name: 'rubrica', version: '1.2.3' })
  expect(bill.components).toEqual([
    BILL.components[0],
    {
      type: 'platform',
      'bom-ref': 'pkg:generic/node@20.20.2',
      name: 'node',
      version: '20.20.2',
      hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(content).digest('hex') }],
      purl: 'pkg:generic/node@20.20.2',
    },
    {
      type: 'library',
      'bom-ref': 'pkg:deb/debian/libstdc%2B%2B6@14.2.0-19?arch=amd64',
      name: 'libstdc++6',
      version: '14.2.0-19',
      hashes: [{ alg: 'SHA-256', content: LIBC.sha256 }],
      purl: 'pkg:deb/debian/libstdc%2B%2B6@14.2.0-19?arch=amd64',
    },
  ])
  const refs = bill.components.map((component) => component['bom-ref']).sort()
  expect(bill.dependencies.find(({ ref }) => ref === 'root')?.dependsOn).toEqual(refs)
  expect(bill.dependencies.map(({ ref }) => ref).sort()).toEqual(['root', ...refs].sort())
  expect(JSON.stringify(completeBill(BILL, image))).toBe(JSON.stringify(bill))
})

test('sha256sum takes the digests of a release, and notices a file that was changed', async () => {
  await using work = await makeTemporaryDirectory()
  const out = join(work.path, 'release')
  await mkdir(out)
  for (const name of ['b.tar', 'a.json', 'SHA256SUMS.minisig']) await writeFile(join(out, name), name)
  writeDigests(out)
  const check = () =>
    execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: out, encoding: 'utf8', stdio: 'pipe' })
  expect(check()).toBe('a.json: OK\nb.tar: OK\n')
  await writeFile(join(out, 'a.json'), 'changed')
  expect(check).toThrow()
})
