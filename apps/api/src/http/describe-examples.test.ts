import { expect, test } from 'vitest'
import { contract, isForPrograms, type CallName, type Endpoint } from '@rubrica/contract'
import { exampleOfCall } from './describe-examples.ts'

const programs = (Object.entries(contract) as [CallName, Endpoint][]).filter(([, entry]) => isForPrograms(entry))

test.each(programs)('the example of %s is what the contract says', (name, entry) => {
  const { body, answer } = exampleOfCall(name) ?? {}
  const taken = entry.jsonBody ?? (entry.bodyKind === 'file' ? undefined : entry.body)
  if (taken) expect(taken.parse(body)).toBeDefined()
  const success = Object.entries(entry.answers).find(([status]) => Number(status) < 300 && status !== '204')
  if (success && (entry.answerKind ?? 'json') === 'json') expect(success[1].parse(answer)).toEqual(answer)
})
