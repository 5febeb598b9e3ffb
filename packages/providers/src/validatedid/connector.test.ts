import { describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../../apps/sandbox/src/test-sandbox.ts'
import { describeConnector } from '../../testing/conformance.ts'
import { accountOf, openAt, planOf } from '../../testing/plan-signcloud.ts'
import { connect } from './connector.ts'

describeConnector(planOf({ name: 'ValidatedID', path: 'validatedid', connect, standIn: () => TestSandbox.open() }))

describe('ValidatedID', () => {
  it('is called by its own name when it cannot be reached', async () => {
    const connector = openAt(connect, 'http://127.0.0.1:1')
    await expect(connector.link(accountOf('ana').fields)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'Error connecting to ValidatedID',
    })
  })
})
