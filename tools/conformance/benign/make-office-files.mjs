/** PDFs as LibreOffice writes them: plain, tagged, with a form, and of the three parts of PDF/A. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const PARAGRAPH = 'Benvolguda senyora: li fem arribar la proposta, con sus anexos, für Ihre Unterschrift, à signer.'
const PAGE = `<!doctype html><meta charset="utf-8"><title>Proposta</title><h1>Proposta</h1>
${`<p>${PARAGRAPH}</p>`.repeat(60)}<table border="1"><tr><td>Import</td><td>1.250 €</td></tr></table>`
const FORM = `${PAGE}<form><p>Nom: <input type="text" name="name" value="Ana"></p>
<p><input type="checkbox" name="agreed"> Conforme</p></form>`

const value = (type, wanted) => ({ type, value: String(wanted) })
const FILES = {
  plain: [PAGE, {}],
  tagged: [PAGE, { UseTaggedPDF: value('boolean', true) }],
  form: [FORM, { ExportFormFields: value('boolean', true) }],
  'pdfa-1': [PAGE, { SelectPdfVersion: value('long', 1) }],
  'pdfa-2': [PAGE, { SelectPdfVersion: value('long', 2) }],
  'pdfa-3': [PAGE, { SelectPdfVersion: value('long', 3) }],
}

export const hasOffice = () => spawnSync('soffice', ['--version']).status === 0

/**
 * Writes office-NAME.pdf for each of them.
 *
 * @param {string} outDir
 */
export function makeOfficeFiles(outDir) {
  const folder = mkdtempSync(join(tmpdir(), 'office-'))
  try {
    for (const [name, [page, options]] of Object.entries(FILES)) {
      const input = join(folder, `office-${name}.html`)
      writeFileSync(input, page)
      const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`
      const target = `pdf:writer_web_pdf_Export:${JSON.stringify(options)}`
      const args = [profile, '--headless', '--convert-to', target, '--outdir', folder, input]
      const { status, stderr } = spawnSync('soffice', args, { encoding: 'utf8' })
      if (status !== 0) throw new Error(`LibreOffice could not write ${name}: ${stderr}`)
      renameSync(join(folder, `office-${name}.pdf`), join(outDir, `office-${name}.pdf`))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
