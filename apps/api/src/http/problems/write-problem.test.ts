import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problemDetails } from '@rubrica/contract'
import { writeProblem } from './write-problem.ts'

const place = { publicUrl: 'https://sign.example', requestId: '0b0e6f6e-9a4c-4f3b-8f52-0f4a0a0f6d3a' }
const refused = { status: 400, code: 'VALIDATION_FAILED', message: 'No' }

test('a problem has the members of RFC 9457, and those of the portal’s calls beside them', () => {
  expect(writeProblem({ ...refused, details: { Fields: [] } }, place)).toEqual({
    type: 'https://sign.example/problems/validation-failed',
    title: 'A part of the request is not valid',
    status: 400,
    detail: 'No',
    instance: 'urn:uuid:0b0e6f6e-9a4c-4f3b-8f52-0f4a0a0f6d3a',
    Code: 'VALIDATION_FAILED',
    Message: 'No',
    Details: { Fields: [] },
  })
})

test('a code without a page has no type of its own, and the title of its status', () => {
  expect(writeProblem({ status: 423, code: 'DOCUMENT_BUSY', message: 'Busy' }, place)).toMatchObject({
    type: 'about:blank',
    title: 'Locked',
    Code: 'DOCUMENT_BUSY',
  })
})

test.each([
  ['body', ['signers', '0', 'userId'], { pointer: '#/signers/0/userId' }],
  ['body.description', ['signers', '0'], { pointer: '#/signers/0' }],
  ['description', ['deadline'], { pointer: '#/deadline' }],
  ['body', [], { pointer: '#' }],
  ['body', ['a/b', 'm~n', ''], { pointer: '#/a~1b/m~0n/' }],
  ['query', ['limit'], { parameter: 'limit' }],
  ['params', ['docGuid'], { parameter: 'docGuid' }],
  ['headers', ['idempotency-key'], { header: 'idempotency-key' }],
])('a fault in %s %j is named where a program finds it', (root, path, named) => {
  const faults = [{ root, path, code: 'INVALID', problem: 'is wrong' }]
  expect(writeProblem({ ...refused, faults }, place).errors).toEqual([
    { ...named, code: 'INVALID', detail: 'is wrong' },
  ])
})

test('whatever members are called, a pointer leads back to the same path', () => {
  const unescape = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')
  fc.assert(
    fc.property(fc.array(fc.string()), (path) => {
      const problem = writeProblem({ ...refused, faults: [{ root: 'body', path, code: 'X', problem: 'x' }] }, place)
      expect(problemDetails.safeParse(problem).success).toBe(true)
      expect(problem.errors![0]!.pointer!.split('/').slice(1).map(unescape)).toEqual(path)
    }),
  )
})
