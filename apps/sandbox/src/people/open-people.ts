import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueToPerson } from '../pki/issue-to-person.ts'
import type { Pki } from '../pki/open-pki.ts'
import { writeAtomically } from '../store/write-atomically.ts'
import { CAST } from './cast.ts'

/** A demo person as `GET /people.json` shows it; `p12` is a path of this server. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Their number on the sandbox's phone. */
  readonly phone: string
  readonly keyType: 'rsa' | 'ec'
  readonly pin: string
  /** Serial number of the certificate, hexadecimal. */
  readonly serial: string
  readonly notAfter: string
  readonly p12: string
}

const RENEWAL_MARGIN = 30 * 24 * 3600_000

export interface People {
  readonly list: readonly Person[]
  /** The person's key file, PKCS#12. */
  keyFile(id: string): Uint8Array | undefined
}

/** Loads the demo people, giving each a key and certificate at the first start and again shortly before it expires. */
export async function openPeople(folder: string, pki: Pki): Promise<People> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const list = await Promise.all(CAST.map((member) => openPerson(folder, pki, member)))
  return {
    list,
    keyFile: (id) => (list.some((person) => person.id === id) ? readFileSync(join(folder, `${id}.p12`)) : undefined),
  }
}

async function openPerson(folder: string, pki: Pki, member: (typeof CAST)[number]): Promise<Person> {
  const path = join(folder, `${member.id}.json`)
  if (existsSync(path)) {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Person
    if (Date.parse(kept.notAfter) > Date.now() + RENEWAL_MARGIN) return { ...kept, phone: member.phone }
  }
  const { p12, facts } = await issueToPerson(pki, { ...member, commonName: member.name })
  const { id, name, email, phone, keyType, pin } = member
  const person: Person = {
    id,
    name,
    email,
    phone,
    keyType,
    pin,
    serial: facts.serial,
    notAfter: facts.notAfter.toISOString(),
    p12: `/people/${member.id}.p12`,
  }
  // The description comes last: while it is missing, the person counts as not made yet.
  writeAtomically(join(folder, `${member.id}.p12`), p12)
  writeAtomically(path, `${JSON.stringify(person)}\n`)
  return person
}
