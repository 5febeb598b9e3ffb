// `npm run pictures [-- ADDRESS]`: takes the README's pictures of a portal that `npm start` has just filled with its
// demo data.
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ROOT, runCommand } from './common.mjs'
import { wholeBrowser } from './find-browser.mjs'

const PORTAL = process.argv[2] ?? 'http://127.0.0.1:8080'
const PASSWORD = process.env.DEMO_PASSWORD || 'Rubrica-2026'
const SELECTED = ['Acta de la junta de març.pdf', "Certificat d'empresa.pdf"]
const READ = 'Contracte de serveis 2026.pdf'

/** Few colours are enough for a screen, and keep the file small. */
async function save(page, name) {
  await page.mouse.move(0, 0)
  const picture = await page.screenshot({ animations: 'disabled' })
  const { size } = await sharp(picture)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(join(ROOT, 'docs/images', name))
  console.log(`docs/images/${name}: ${Math.round(size / 1024)} KB`)
}

async function logIn(page) {
  await page.addInitScript(() => localStorage.setItem('lang', 'en'))
  await page.goto(PORTAL)
  await page.getByLabel('User', { exact: true }).fill('ana')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/documents')
}

async function takePictures(page) {
  await logIn(page)
  for (const name of SELECTED)
    await page
      .getByRole('checkbox', { name: `Select ${name}` })
      .first()
      .check()
  await save(page, 'pending-documents.png')
  await page
    .getByRole('link', { name: `See ${READ}` })
    .first()
    .click()
  await page.locator('[data-page="1"] img').waitFor()
  await page.getByRole('button', { name: 'Page thumbnails' }).click()
  const thumbnails = page.getByRole('navigation', { name: 'Page thumbnails' }).locator('img')
  await thumbnails.nth(3).waitFor()
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  await page.waitForLoadState('networkidle')
  await save(page, 'viewer.png')
}

/** A document that was sent, and the same one about to be sent once more. */
async function takeSendersPictures(page) {
  await page.goto(`${PORTAL}/sent`)
  await page
    .getByRole('link', { name: `See ${READ}` })
    .first()
    .click()
  await page.getByRole('region', { name: 'What happened' }).getByRole('listitem').first().waitFor()
  await page.waitForLoadState('networkidle')
  await save(page, 'sent-document.png')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const sheet = page.locator('[data-page="4"]')
  await page.locator('[data-page="1"] img').waitFor()
  await page.getByRole('region', { name: /^Pages of/ }).evaluate((pages) => pages.scrollTo(0, pages.scrollHeight))
  await sheet.locator('img').waitFor()
  for (const [name, x] of [
    ['Ana', 130],
    ['Biel', 400],
  ]) {
    await page.getByRole('radio', { name: new RegExp(name) }).check()
    await sheet.click({ position: { x, y: 150 } })
  }
  await page.getByRole('radio', { name: /Ana/ }).evaluate((radio) => radio.scrollIntoView({ block: 'start' }))
  await page.evaluate(() => window.scrollBy(0, -140))
  await page.evaluate(() => document.querySelector('[data-box]').scrollIntoView({ block: 'nearest' }))
  await page
    .getByRole('region', { name: /^Pages of/ })
    .evaluate((pages) =>
      pages.scrollBy(
        0,
        document.querySelector('[data-page="4"]').getBoundingClientRect().top - pages.getBoundingClientRect().top - 16,
      ),
    )
  await page.waitForLoadState('networkidle')
  await save(page, 'send.png')
}

async function main() {
  const asRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: wholeBrowser(),
    args: asRoot ? ['--no-sandbox'] : [],
  })
  try {
    const size = { width: 1440, height: 900 }
    const page = await browser.newPage({ viewport: size, locale: 'en-GB', colorScheme: 'light' })
    await takePictures(page)
    await takeSendersPictures(page)
  } finally {
    await browser.close()
  }
}

await runCommand(main)
