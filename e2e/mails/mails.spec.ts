/** Every mail as a mail program on the web shows it: below a heading of its own, in light and in dark. */
import { expect, test as base } from '@playwright/test'
import { LANGUAGES } from '@rubrica/domain'
import { openMailWriter } from '../../apps/api/src/adapters/mail/write-mails.ts'
import { sampleMails } from '../../apps/api/testing/sample-mails.ts'
import { expectAccessible } from '../scenes/portal-scene.ts'

const WIDTHS = [1440, 390]
const writer = openMailWriter({ portalEntry: (path) => `https://sign.example.org${path}`, defaultLanguage: 'en' })

const shown = ({ subject, html }: { readonly subject: string; readonly html: string }) =>
  html
    .replace(/<body[^>]*>/, (body) => `${body}<main><h1 class="ink">${subject.replace(/[&<]/g, '')}</h1>`)
    .replace('</body>', '</main></body>')

for (const language of LANGUAGES) {
  // The words of German are the longest.
  const tag = language === 'de' ? [] : ['@full']
  base(`each mail can be read in ${language}, at any width, in light and in dark`, { tag }, async ({ page }) => {
    for (const [kind, mail] of Object.entries(sampleMails(writer, language))) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await page.setContent(shown(mail))
        await base.step(`${kind} at ${width}`, () => expectAccessible(page))
        await expect(page.getByRole('link')).toHaveCount(mail.text.match(/^https:/gm)?.length ?? 0)
      }
    }
  })
}
