import { inject, expect, test } from 'vitest'
import { createDatabase, startSandbox } from '@rubrica/testing'

test('a sandbox under test runs on a free port with people of its own', async () => {
  await using sandbox = await startSandbox()
  const { people } = (await (await fetch(`${sandbox.url}/people.json`)).json()) as { people: unknown[] }
  expect(people).toHaveLength(3)
  expect((await sandbox.makePerson({ commonName: 'Test Person', keyType: 'ec', pin: '1234' })).length).toBeGreaterThan(
    500,
  )
})

test('each database of a run is empty and apart', async () => {
  await using one = await createDatabase(inject('sharedPostgres'))
  await using two = await createDatabase(inject('sharedPostgres'))
  await one.query('create table only_here (n int)')
  const tables = await two.query(`select 1 from pg_tables where schemaname = 'public'`)
  expect(tables).toEqual([])
})
