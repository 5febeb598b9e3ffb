/** A stranger's text as a terminal may show it: control and direction characters could make it say something else. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, '\ufffd')
