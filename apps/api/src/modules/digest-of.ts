import { createHash } from 'node:crypto'
import { canonicalJson } from '@rubrica/domain'

type Json = Parameters<typeof canonicalJson>[0]

/** SHA-256 of what a request asks for: the same however its members are ordered. @param facts JSON; never a secret */
export function digestOf(facts: object): Buffer {
  const json = JSON.parse(JSON.stringify(facts)) as Json
  return createHash('sha256').update(canonicalJson(json)).digest()
}
