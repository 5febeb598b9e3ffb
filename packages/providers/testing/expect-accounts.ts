import { judgeHolder } from '@rubrica/domain'
import { readHolder } from '@rubrica/pki'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Part } from './conformance-part.ts'

const SOMEBODY_ELSE = '00000001R'

/** Linking, checking and taking back an account. */
export function describeAccounts({ plan, driver, scenario }: Part): void {
  describe('account', () => {
    it('is linked, and works', async () => {
      const account = await driver().link()
      expect(await driver().connector.check(account)).toBe(true)
    })

    it('works with a connector that has just been started', async () => {
      const account = await driver().link()
      driver().connect()
      expect(await driver().connector.check(account)).toBe(true)
      expect(await driver().connector.listCertificates(account)).not.toEqual([])
    })

    it('lists certificates that say whose they are: they sign for that person, and for nobody else', async () => {
      const listed = await driver().connector.listCertificates(await driver().link())
      for (const { chain } of listed) {
        const holder = readHolder(chain[0]!)
        expect(judgeHolder(holder, plan.legalId)).toBe('same')
        expect(judgeHolder(holder, SOMEBODY_ELSE)).toBe('another')
      }
    })

    it('serves several calls at once', async () => {
      const account = await driver().link()
      driver().connect()
      const { connector } = driver()
      const lists = await Promise.all([1, 2, 3].map(async () => connector.listCertificates(account)))
      expect(lists[1]).toEqual(lists[0])
      expect(lists[2]).toEqual(lists[0])
    })

    scenario('wrong credentials', plan.ways[0], async (driver) => {
      const { wrongFields } = plan
      if (wrongFields === undefined) throw new Error('The plan has no wrong credentials')
      await driver.expectError(driver.link({ ...plan.account, fields: wrongFields }), 'login-invalid')
    })

    it.each(['', '\u0000', ':', '😀'.repeat(2000), '{"a":"\r\nb"}'])(
      'refuses the odd user name %j without harm',
      async (name) => {
        const fields = { ...plan.account.fields, Username: name }
        await driver().expectError(driver().link({ ...plan.account, fields }), 'login-invalid', 'failed')
        await driver().link()
      },
    )

    scenario('account that is taken back', plan.ways[0], async (driver) => {
      const account = await driver.link()
      await driver.connector.unlink?.(account)
      driver.connect()
      expect(await driver.connector.check(account)).toBe(false)
      await driver.expectError(driver.connector.listCertificates(account), 'not-authorised')
    })

    scenario('account that the provider forgot', plan.ways[0], async (driver) => {
      const account = await driver.link()
      await driver.reset()
      expect(await driver.connector.check(account)).toBe(false)
      await driver.expectError(driver.connector.listCertificates(account), 'not-authorised')
    })

    expectClosedPort({ plan, driver })
  })
}

/** A port that was free a moment ago. */
async function findClosedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function expectClosedPort({ plan, driver }: Pick<Part, 'plan' | 'driver'>): void {
  it('says that nobody answers at an address where nobody is', async () => {
    const account = await driver().link()
    const connector = plan.connect(`http://127.0.0.1:${await findClosedPort()}`, 5000)
    const { fields } = plan.account
    const error = await driver().expectError(connector.link(fields), 'unreachable')
    expect(error.message).toMatch(/^Error connecting to \w/)
    await driver().expectError(connector.listCertificates(account), 'unreachable')
  })
}
