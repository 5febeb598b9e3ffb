/** For the tests of the structure of a document: a signed form that has one, and elements that join it. */
import { object, parts } from './make-signed-form.ts'

/** The structure: a document (41) with a paragraph (43), and the tree of parents (42). */
export const base = {
  [parts.catalog]: object(parts.catalog).replace('/Pages', '/MarkInfo <</Marked true>> /StructTreeRoot 40 0 R /Pages'),
  40: '<</Type /StructTreeRoot /K 41 0 R /ParentTree 42 0 R /ParentTreeNextKey 1>>',
  41: '<</Type /StructElem /S /Document /P 40 0 R /K [43 0 R]>>',
  42: '<</Nums [0 44 0 R]>>',
  43: `<</Type /StructElem /S /P /P 41 0 R /Pg ${parts.page1} 0 R /K 0>>`,
  44: '[43 0 R]',
}

/** The same once a form element (50) has joined it for an annotation (30). */
export const grown = {
  40: '<</Type /StructTreeRoot /K 41 0 R /ParentTree 42 0 R /ParentTreeNextKey 2>>',
  41: '<</Type /StructElem /S /Document /P 40 0 R /K [43 0 R 50 0 R]>>',
  42: '<</Nums [0 44 0 R 1 50 0 R]>>',
  50: `<</Type /StructElem /S /Form /P 41 0 R /K <</Type /OBJR /Obj 30 0 R /Pg ${parts.page1} 0 R>>>>`,
}

export const HARMLESS = ['STRUCTURE by HARMLESS']
export const form = (kids: string, more = '') => `<</S /Form /P 41 0 R ${more} /K ${kids}>>`
export const annotation = `<</Type /OBJR /Obj ${parts.sig2} 0 R>>`
