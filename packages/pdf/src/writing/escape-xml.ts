const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 has no place for (clause 2.2), halves of pairs among them. */
const IMPOSSIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Text as XML has it, between tags and between double quotes; nothing in it becomes markup. */
export const escapeXml = (text: string): string =>
  text.replace(IMPOSSIBLE, '\ufffd').replace(/[&<>"]/g, (character) => SPECIAL[character]!)
