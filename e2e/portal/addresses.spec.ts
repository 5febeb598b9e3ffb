import { expect } from '@playwright/test'
import { test } from '../scenes/portal-scene.ts'

test('an address of the portal typed in without a session leads to the login', async ({ page, scene }) => {
  for (const path of [
    '/documents',
    '/approvals',
    '/signed',
    '/send',
    '/sent',
    `/sent/${crypto.randomUUID()}`,
    '/keys',
    '/profile',
    '/certificates',
    '/authcerts',
    '/changePassword',
  ]) {
    await page.goto(scene.portal.url + path)
    await expect(page.getByRole('heading', { name: 'Sign in' }), path).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  }
})

test('/ and /signhash/cms show the main login', async ({ page, scene }) => {
  for (const path of ['/', '/signhash/cms']) {
    await page.goto(scene.portal.url + path)
    await expect(page.getByLabel('User', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})
