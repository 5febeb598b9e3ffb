/** A disk without room keeps documents from being changed, and from nothing else. */
import { spawnSync } from 'node:child_process'
import { cp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeTemporaryDirectory, openScene, trySigning, type Scene, type TemporaryDirectory } from '@rubrica/testing'
import { signaturesOf } from '../scenes/authorise-signing.ts'

const MEGABYTE = Buffer.alloc(1024 * 1024)
const mount = (folder: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]).status === 0

describe('a disk that is full (only root mounts one)', () => {
  let scene: Scene
  let aside: TemporaryDirectory
  let objects: string
  let isMounted: boolean
  beforeAll(async () => {
    scene = await openScene({ postgres: inject('sharedPostgres') })
    objects = join(scene.portal.server.dataDir, 'objects')
    aside = await makeTemporaryDirectory()
    await cp(objects, aside.path, { recursive: true })
    isMounted = mount(objects)
    if (isMounted) await cp(aside.path, objects, { recursive: true })
  })
  afterAll(async () => {
    if (isMounted) spawnSync('umount', ['--lazy', objects])
    await scene[Symbol.asyncDispose]()
    await aside[Symbol.asyncDispose]()
  })

  const filler = () => join(objects, 'other')
  async function fill(): Promise<void> {
    const file = await open(filler(), 'w')
    try {
      for (;;) await file.writeFile(MEGABYTE)
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    } finally {
      await file.close()
    }
  }
  const readiness = async () => {
    const answer = await fetch(`${scene.portal.url}/health/ready`)
    const { reasons } = (await answer.json()) as { reasons?: string[] }
    return { status: answer.status, reasons }
  }

  test('is told to whoever balances the load, shows what is there, loses no signature, and is over with the cause', async (context) => {
    if (!isMounted) return context.skip()
    const { ana } = scene.people
    const document = await scene.send({ signers: ['ana'] })
    const attempt = { attempt: crypto.randomUUID() }
    await fill()
    // A yes is kept for a moment.
    await expect.poll(async () => (await readiness()).status, { timeout: 60_000 }).toBe(503)
    expect((await readiness()).reasons).toContain('The object store is full.')
    expect(await ana.call.downloadDocument({ params: { docGuid: document.guid } })).toBeDefined()
    expect(await trySigning(ana, document.signers[0]!.guid, attempt)).toBe(503)
    expect(await signaturesOf(scene, document)).toBe(0)
    await rm(filler())
    expect(await trySigning(ana, document.signers[0]!.guid, attempt)).toBe(204)
    expect(await signaturesOf(scene, document)).toBe(1)
    await expect.poll(async () => (await readiness()).status, { timeout: 60_000 }).toBe(200)
    expect(scene.portal.server.log()).not.toContain('unexpected error')
  })
})
