import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { trySigning, type Scene } from '@rubrica/testing'
import { SEAL_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { fetchEvidence } from '../scenes/fetch-evidence.ts'
import { askForRenewal, makeDue, openRenewingScene } from '../scenes/renewing-scene.ts'
import { untilArchived } from '../scenes/until-archived.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openRenewingScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

test.each(SEAL_FAILPOINTS)(
  'a server that dies at "%s" leaves the file as before or renewed, and it is renewed once',
  async (failpoint) => {
    const { server } = scene.portal
    const sent = await scene.send({ signers: ['ana'] })
    expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
    await untilArchived(scene, sent)
    const before = (await fetchEvidence(scene, sent.guid)).bytes
    await server.restart({ FAILPOINT: failpoint })
    await makeDue(scene, sent.guid)
    await askForRenewal(scene)
    expect((await server.program.ended).signal).toBe('SIGKILL')
    await server.restart({ FAILPOINT: undefined })
    const left = (await fetchEvidence(scene, sent.guid)).bytes
    expect(left.equals(before)).toBe(failpoint !== 'seal-listed')
    await vi.waitFor(
      async () => {
        await askForRenewal(scene)
        const [row] = await query<{ is_renewed: boolean }>(
          `select renew_tries = 0 and renew_at > now() + interval '1 day' as is_renewed from evidence_files
           where document_id = $1`,
          [sent.guid],
        )
        expect(row!.is_renewed).toBe(true)
      },
      { timeout: 40_000, interval: 500 },
    )
    const renewed = (await fetchEvidence(scene, sent.guid)).bytes
    expect(renewed.subarray(0, before.length).equals(before)).toBe(true)
    const timestamps = (file: Buffer) => file.toString('latin1').split('/ETSI.RFC3161').length
    expect(timestamps(renewed)).toBe(timestamps(before) + 1)
  },
)
