/** Accents of letters, as Unicode writes them behind the letter. Vowel signs of other scripts are no accents. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]+/g

/** Letters that Unicode does not take apart, as people without their keyboard write them. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ŀ: 'l' },
  // The dot of the Catalan l·l.
  '·': '',
}
const UNCOMMON = /* @__PURE__ */ new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/**
 * Text as it is searched: small letters without accents, so that "García" is found by "garcia" and the other way round.
 * Text that is equal to the eye is equal here, whichever way its accents are written.
 */
export function foldText(text: string): string {
  const bare = text.toLowerCase().normalize('NFD').replace(ACCENTS, '')
  return bare.replace(UNCOMMON, (letter) => PLAIN[letter]!).normalize('NFC')
}
