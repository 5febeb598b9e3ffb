import { expect, test } from 'vitest'
import { guessMapping } from './guess-mapping.ts'

test('headings of any of the languages say what a column is, whatever their letters', () => {
  expect(guessMapping(['Correo electrónico', 'NOMBRE', 'Fecha límite', 'Otra'], ['Inquilino'])).toEqual({
    roles: [{ role: 'Inquilino', email: { column: 0 }, name: { column: 1 } }],
    fields: { deadline: { column: 2 } },
  })
})

test('with several roles a heading names the role; one that does not is nobody’s', () => {
  expect(guessMapping(['Tenant e-mail', 'E-Mail (Owner)', 'Name'], ['Tenant', 'Owner']).roles).toEqual([
    { role: 'Tenant', email: { column: 0 } },
    { role: 'Owner', email: { column: 1 } },
  ])
})
