/** Filters that are filled in one right after another, quicker than the screen is drawn, are all kept. */
import { expect, type Page } from '@playwright/test'
import { openAs, test } from '../scenes/portal-scene.ts'

/** Fills fields, by their labels, before anything of it can be drawn. */
const fillAtOnce = (page: Page, values: Readonly<Record<string, string>>) =>
  page.evaluate(`{
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
    for (const [label, value] of Object.entries(${JSON.stringify(values)})) {
      const named = [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === label)
      const field = named?.control ?? document.querySelector('input[aria-label="' + label + '"]')
      field.focus()
      write.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }`)

for (const [path, values, kept] of [
  ['/documents?name=nothing', { Tag: 'Housing', Sender: 'Acme' }, { name: 'nothing', tag: 'Housing', sender: 'Acme' }],
  ['/sent?name=nothing', { Person: 'carla', Tag: 'Housing' }, { name: 'nothing', person: 'carla', tag: 'Housing' }],
  [
    '/signed?act=Copied',
    { 'Search by file name': 'lease', Sender: 'Acme' },
    { act: 'Copied', name: 'lease', sender: 'Acme' },
  ],
] as const) {
  test(`filters that are typed one right after another at ${path} stand in the address together`, async ({
    page,
    scene,
  }) => {
    await openAs(page, scene, { name: 'biel', path })
    const filters = page.getByRole('button', { name: /^Filters/ })
    if ((await filters.getAttribute('aria-expanded')) !== 'true') await filters.click()
    await expect(page.getByRole('textbox').nth(1)).toBeVisible()
    await fillAtOnce(page, values)
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams), { timeout: 30_000 })
      .toMatchObject(kept)
  })
}
