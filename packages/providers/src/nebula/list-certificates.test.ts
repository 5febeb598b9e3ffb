import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../../apps/sandbox/src/test-sandbox.ts'
import { readCertificates } from './list-certificates.ts'

describe('what Nebula lists', () => {
  let sandbox: TestSandbox
  let certificate: string
  beforeAll(async () => {
    sandbox = await TestSandbox.open()
    certificate = (await sandbox.savePerson('Greta')).raw.toString('base64')
  })
  afterAll(() => sandbox.close())

  const entry = () => ({ signingId: 'greta', certificateId: 'one', certificate })
  const withPolicies = (...policiesList: unknown[]) =>
    readCertificates({ certificatesList: [entry()] }, { policiesList })[0]?.inputs

  it.each([undefined, null, 7, 'list', {}, Array(501).fill({})])('is no list: %j', (certificatesList) => {
    expect(() => readCertificates({ certificatesList }, { policiesList: [] })).toThrow('no usable answer')
    expect(() => readCertificates({ certificatesList: [] }, { policiesList: certificatesList })).toThrow()
  })

  it('passes over entries that name no certificate, and lists each once', () => {
    const others = [null, 1, 'x', [], {}, { signingId: 'a', certificate: 'AAAA' }, { certificate }]
    const certificatesList = [...others, entry(), entry()]
    expect(readCertificates({ certificatesList }, { policiesList: [] }).map(({ ref }) => ref)).toEqual(['greta'])
  })

  it('asks for a PIN unless a policy of the certificate clearly says that there is none', () => {
    expect(withPolicies()).toEqual(['pin'])
    expect(withPolicies({ certificateId: 'one', usePin: '1' })).toEqual(['pin'])
    expect(withPolicies({ certificateId: 'one', usePin: 'no' })).toEqual(['pin'])
    expect(withPolicies({ certificateId: 'two', usePin: '0' })).toEqual(['pin'])
    expect(withPolicies({ usePin: '0' })).toEqual(['pin'])
    expect(withPolicies({ certificateId: 'one', usePin: '0' })).toEqual([])
  })
})
