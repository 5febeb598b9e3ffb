/**
 * An update of any file for tests, written object by object.
 *
 * ISO 32000-2 §7.5.6.
 */

/** @param trailer entries besides /Size; by default the root is object 1 and the section before is the last one */
export function appendRevision(
  file: Buffer,
  objects: Readonly<Record<number, string>>,
  trailer = `/Root 1 0 R /Prev ${lastSection(file)}`,
): Buffer {
  let body = ''
  let rows = ''
  for (const [num, value] of Object.entries(objects)) {
    rows += `${num} 1\n${String(file.length + body.length).padStart(10, '0')} 00000 n \n`
    body += `${num} 0 obj\n${value}\nendobj\n`
  }
  const size = 1 + Math.max(30, ...Object.keys(objects).map(Number))
  const section = `xref\n0 1\n0000000000 65535 f \n${rows}trailer\n<< ${trailer} /Size ${size} >>\n`
  return Buffer.concat([
    file,
    Buffer.from(`${body}${section}startxref\n${file.length + body.length}\n%%EOF\n`, 'latin1'),
  ])
}

const lastSection = (file: Buffer): number =>
  Number(/startxref\s+(\d+)/.exec(file.subarray(file.lastIndexOf('startxref')).toString('latin1'))?.[1])
