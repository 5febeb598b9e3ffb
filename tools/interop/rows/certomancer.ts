/** Certificates, their status and timestamps come from certomancer, for the server and for the command line. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePdf, makeTemporaryDirectory, openScene, runCli, signAsPortal, type Scene } from '@rubrica/testing'
import { untilArchived } from '../../../apps/api/tests/scenes/until-archived.ts'
import { CERTOMANCER, FILE_PASSWORD, installCertomancer, startAuthority, type Authority } from '../authority.ts'
import { expectThat, versionIn, type Row } from '../row.ts'
import { freePort } from '../stranger.ts'

const LEGAL_ID = '00000000T'

interface Verdict {
  readonly signatures: readonly {
    readonly indication: string
    readonly subIndication?: string
    readonly level?: string
  }[]
}

/** Runs the command line; throws unless it ends with that code. */
async function rubrica(args: readonly string[], wanted = 0): Promise<string> {
  const { code, stdout, stderr } = await runCli(args, { RUBRICA_PIN: FILE_PASSWORD })
  if (code !== wanted) throw new Error(`rubrica ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return stdout
}

/** Whoever trusts the root needs nothing but the file to see that it is of level LTA. */
async function expectArchived(file: string, { root }: Authority): Promise<void> {
  const said = JSON.parse(await rubrica(['verify', file, '--trust', root, '--json'])) as Verdict
  expectThat(
    'level of what was archived',
    said.signatures.map(({ level }) => level),
    ['PAdES-BASELINE-LTA', 'DOCUMENT-TIMESTAMP'],
  )
}

/** The command line signs and archives, whichever certificate of the path the operator trusts. */
async function signByCommand(authority: Authority, folder: string): Promise<void> {
  const file = (name: string): string => join(folder, name)
  writeFileSync(file('in.pdf'), makePdf())
  const key = ['--p12', authority.keyFile('ana')]
  const net = ['--allow-private', authority.url, '--fetch-issuers']
  for (const [kind, trust] of [
    ['with-issuer', authority.root],
    ['alone', authority.root],
    ['alone', authority.issuer],
  ] as const) {
    const place = ['--out', file('out.pdf'), '--level', 'LTA', '--tsa', authority.tsa(kind), '--trust', trust, ...net]
    await rubrica(['sign', file('in.pdf'), ...key, ...place])
    await expectArchived(file('out.pdf'), authority)
  }
}

/** A certificate that was revoked signs a file that is not valid. */
async function noticeRevoked(authority: Authority, folder: string): Promise<void> {
  const [input, output] = [join(folder, 'in.pdf'), join(folder, 'revoked.pdf')]
  await rubrica(['sign', input, '--p12', authority.keyFile('revoked'), '--out', output])
  const online = ['--online', '--allow-private', authority.url, '--trust', authority.root, '--json']
  const said = await rubrica(['verify', output, ...online], 1)
  if (!said.includes('REVOKED')) throw new Error(`not told as revoked: ${said}`)
}

/** The server signs with a key of the authority, gets its timestamps there, and makes the file last. */
async function signOnServer(scene: Scene, authority: Authority, folder: string): Promise<void> {
  const { call, legalId } = scene.people.ana
  expectThat('who signs', legalId, LEGAL_ID)
  const p12 = readFileSync(authority.keyFile('ana')).toString('base64')
  const body = { p12, certalias: 'interop', pin: FILE_PASSWORD, certtype: 'keyvault', dynamicpin: false } as const
  const certificate = await call.uploadCertificate({ params: { legalid: legalId }, body })
  for (const kind of ['with-issuer', 'alone'] as const) {
    await scene.portal.server.restart(environment(authority, kind))
    const document = await scene.send({ signers: ['ana'] })
    const signerGuid = document.signers[0]!.guid
    await signAsPortal(scene, { name: 'ana', signerGuid, certificate, pin: FILE_PASSWORD })
    expectThat(`made to last, with tokens ${kind}`, (await untilArchived(scene, document)).state, 'done')
    const file = join(folder, `server-${kind}.pdf`)
    writeFileSync(file, await scene.download(document))
    await expectArchived(file, authority)
  }
}

const environment = ({ url, root, tsa }: Authority, kind: 'alone' | 'with-issuer') => ({
  TSA_URL: tsa(kind),
  TSA_TRUST: root,
  TRUST_ANCHORS: root,
  OUTGOING_PRIVATE_ORIGINS: url,
  ISSUER_ORIGINS: url,
  ARCHIVE_DELAY_MS: '0',
})

async function attempt(python: string): Promise<string> {
  await using folder = await makeTemporaryDirectory()
  await using authority = await startAuthority(python, LEGAL_ID)
  await signByCommand(authority, folder.path)
  await noticeRevoked(authority, folder.path)
  await using scene = await openScene({ env: { PORT: String(await freePort()) } })
  await signOnServer(scene, authority, folder.path)
  return 'server and command line sign and archive to LTA, also with timestamps that carry no issuer; revoked is told'
}

export const certomancerRow: Row = {
  name: 'certomancer',
  install: (report) => {
    const python = installCertomancer(report)
    return { version: versionIn(readFileSync(CERTOMANCER, 'utf8'), 'certomancer'), attempt: () => attempt(python) }
  },
}
