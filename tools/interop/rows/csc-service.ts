/** Somebody else's CSC service keeps the key of a person, who authorises the account there and signs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DEMO_PASSWORD,
  linkAccount,
  makeTemporaryDirectory,
  openScene,
  PROVIDER_PIN,
  runCli,
  signAsPortal,
} from '@rubrica/testing'
import { CERTOMANCER, installCertomancer, startAuthority, type Authority } from '../authority.ts'
import { expectThat, versionIn, type Row } from '../row.ts'
import { startStranger, type Stranger } from '../stranger.ts'

const SERVICE = join(import.meta.dirname, '../python/csc_service.py')

/** What the service was asked, in turn, with what it answered. */
const callsOf = (service: Stranger): string[] =>
  [...service.log().matchAll(/"call": "([^"]+)", "status": (\d+)/g)].map(([, call, status]) => `${call} ${status}`)

async function signThere(authority: Authority, service: Stranger): Promise<void> {
  const [, port = ''] = await service.untilSaid(/"port": (\d+)/)
  await using folder = await makeTemporaryDirectory()
  await using scene = await openScene({
    env: ({ dataDir, url }) => ({
      TRUSTPRO_URL: `http://127.0.0.1:${port}/csc`,
      TRUSTPRO_DIALECT: 'csc1',
      TRUST_ANCHORS: `${join(dataDir, 'sandbox-root.cer')},${authority.root}`,
      OUTGOING_PRIVATE_ORIGINS: `${new URL(url).origin},${authority.url}`,
    }),
  })
  const linked = await linkAccount(scene, 'ana', 'firmaremota')
  expectThat('certificates of the account', linked.size, 1)
  const [certificate] = [...linked.values()]
  const document = await scene.send({ signers: ['ana'] })
  const signerGuid = document.signers[0]!.guid
  await signAsPortal(scene, { name: 'ana', signerGuid, certificate: certificate!, pin: PROVIDER_PIN })
  const file = join(folder.path, 'signed.pdf')
  writeFileSync(file, await scene.download(document))
  const { url, dataDir } = scene.portal.sandbox
  const trust = ['--trust', authority.root, '--trust', join(dataDir, 'sandbox-root.cer'), '--online']
  const net = ['--allow-private', authority.url, '--allow-private', new URL(url).origin]
  const { code, stdout, stderr } = await runCli(['verify', file, ...trust, ...net])
  if (code !== 0) throw new Error(`rubrica verify ended with ${code}: ${stdout}${stderr}`)
  const calls = callsOf(service)
  expectThat(
    'signed by the service',
    calls.filter((call) => call.startsWith('signatures/signHash')),
    ['signatures/signHash 200'],
  )
}

async function attempt(python: string): Promise<string> {
  await using authority = await startAuthority(python, '00000000T')
  await using service = startStranger([python, SERVICE, authority.configuration, 'ana', DEMO_PASSWORD, 'interop/ana'])
  try {
    await signThere(authority, service)
  } catch (cause) {
    throw new Error(`${(cause as Error).message}; the service was asked ${callsOf(service).join(', ')}`, { cause })
  }
  return 'an account is authorised and signs with a credential of implicit authorisation; the signature is valid'
}

export const cscServiceRow: Row = {
  name: 'csc-service',
  install: (report) => {
    const python = installCertomancer(report)
    const version = versionIn(readFileSync(CERTOMANCER, 'utf8'), 'certomancer-csc-dummy')
    return { version, attempt: () => attempt(python) }
  },
}
