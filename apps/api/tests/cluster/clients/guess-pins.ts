/** Somebody who guesses the PIN of a key of theirs, at all servers at once. */
import { setTimeout as pause } from 'node:timers/promises'
import type { DemoSigner, RunningSandbox } from '@rubrica/testing'
import type { SeededRandom } from '../seeded-random.ts'
import { ask } from './ask.ts'
import type { World } from './document-life.ts'

const FILE_PIN = 'opens the file'
/** Guesses at once, and in all: three times as many as lock a key. */
const [AT_ONCE, ROUNDS] = [5, 3]

export interface GuessedKey {
  readonly owner: DemoSigner
  readonly certificateId: string
}

/** A key of Carla's whose PIN nobody will type right. */
export async function addGuessedKey(owner: DemoSigner, sandbox: RunningSandbox): Promise<GuessedKey> {
  const file = await sandbox.makePerson({ of: 'carla', commonName: 'Carla', keyType: 'ec', pin: FILE_PIN })
  const added = await owner.call.uploadCertificate({
    params: { legalid: owner.legalId },
    body: {
      p12: Buffer.from(file).toString('base64'),
      certalias: crypto.randomUUID(),
      pin: crypto.randomUUID(),
      filepassword: FILE_PIN,
      certtype: 'keyvault',
    },
  })
  return { owner, certificateId: added.GUID }
}

/** Guesses one key after another until each is locked; what it is told is for the judge. */
export async function guessPins(world: World, keys: readonly GuessedKey[], random: SeededRandom): Promise<void> {
  for (const key of keys) {
    for (let round = 0; round < ROUNDS && !world.isOver(); round += 1) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => guess(world, key)))
      await pause(random.between(200, 4000))
    }
  }
}

async function guess(world: World, { certificateId }: GuessedKey): Promise<void> {
  const wish = { client: 'guesser', op: 'guess', certificate: certificateId, attempt: crypto.randomUUID() } as const
  await ask(world.history, wish, async (signal) => {
    const { call, userId } = await world.people.carla()
    const body = { CurrentPin: 'a guess', NewPin: 'of no importance' }
    await call.changePin({ params: { id: userId, guid: certificateId }, body, signal })
  })
}
