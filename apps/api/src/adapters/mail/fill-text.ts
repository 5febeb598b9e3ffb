const PLACEHOLDER = /\{\{(\w+)\}\}/g
/** What ends a line, and what turns the direction of the rest of one. */
const LEAVES_ITS_PLACE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/** Fills the placeholders of a text. Names and reasons are of others: each stays on the line that it was put on. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => values[name]?.replace(LEAVES_ITS_PLACE, ' ') ?? whole)
