/**
 * Signs with LibPDF, as applications in JavaScript do: two people, with and without evidence, and a form between them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The engine brings it along. */
const { resolve } = createRequire(join(import.meta.dirname, '../../../packages/pades/package.json'))

/**
 * @param {{ source: string, target: string, pin: string, tsa: string }} order folders with PDFs and people, and for
 *   what is signed
 */
export async function signWithLibpdf({ source, target, pin, tsa }) {
  const { HttpTimestampAuthority, P12Signer, PDF } = await import(resolve('@libpdf/core'))
  const open = (bytes) => PDF.load(new Uint8Array(bytes))
  const signers = {}
  for (const who of ['ana', 'biel'])
    signers[who] = await P12Signer.create(readFileSync(join(source, `${who}.p12`)), pin)
  const sign = async (file, who, options = {}) => {
    const { bytes } = await (await open(file)).sign({ signer: signers[who], fieldName: who, ...options })
    return bytes
  }
  const save = (name, bytes) => writeFileSync(join(target, `libpdf-${name}.pdf`), bytes)
  const timestamped = { timestampAuthority: new HttpTimestampAuthority(tsa) }
  for (const name of ['form', 'linearized', 'plain', 'streams']) {
    const file = readFileSync(join(source, `${name}.pdf`))
    save(`${name}-two`, await sign(await sign(file, 'ana'), 'biel'))
    const proved = await sign(file, 'ana', { ...timestamped, level: 'B-LT' })
    save(`${name}-lta`, await sign(proved, 'biel', { ...timestamped, level: 'B-LTA' }))
  }
  const form = await open(await sign(readFileSync(join(source, 'form.pdf')), 'ana'))
  const fields = form.getForm().getTextFields()
  for (const field of fields) field.setValue('Vic')
  save('form-filled', await sign(await form.save({ incremental: true }), 'biel'))
}
