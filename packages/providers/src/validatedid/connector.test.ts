import { describe, expect, it } from 'vitest'
import { accountOf, open, planOf } from '../protocols/signcloud/test-plan.ts'
import { describeConnector } from '../testing/conformance.ts'
import { connect } from './connector.ts'

describeConnector(planOf('ValidatedID', 'validatedid', connect))

describe('ValidatedID', () => {
  it('is called by its own name when it cannot be reached', async () => {
    const connector = open(connect, 'http://127.0.0.1:1')
    await expect(connector.link(accountOf('ana').fields)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'Error connecting to ValidatedID',
    })
  })
})
