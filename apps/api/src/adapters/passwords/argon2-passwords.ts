import { hash, verify, type Algorithm } from '@node-rs/argon2'
import type { Passwords } from '../../modules/sessions/ports.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = 2 as Algorithm
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Passwords kept as argon2id in PHC form. */
export class Argon2Passwords implements Passwords {
  /** A hash of nothing that anybody can type, to be compared when there is no account. */
  #decoy: Promise<string> | undefined

  hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'), COST)
  }

  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    this.#decoy ??= this.hash(`decoy ${Math.random()}`)
    const isRight = await verify(passwordHash ?? (await this.#decoy), password.normalize('NFC'))
    return isRight && passwordHash !== null
  }
}
