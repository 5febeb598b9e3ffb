import { paintedText, parts, put, SIGNATURE } from './make-signed-form.ts'

/** A signature field that shows, as one more widget of the first page. */
export const NEW_FIELD = `<</FT /Sig /T (Sig3) /Type /Annot /Subtype /Widget /F 132 /Rect [200 10 290 30] /P ${parts.page1} 0 R /AP <</N 31 0 R>> /V 32 0 R>>`

/** What the signed form has more when somebody signs in a field of their own. */
export const newSignature = (field = NEW_FIELD, value = SIGNATURE): Record<number, string> => ({
  ...put(parts.acroForm, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
  ...put(parts.page1, `${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`),
  30: field,
  31: paintedText('Biel'),
  32: value,
})

/** The same field where nobody sees it. */
export const INVISIBLE_FIELD = NEW_FIELD.replace('[200 10 290 30]', '[0 0 0 0]')
