/** On white, each has a contrast of at least 4.5; the number says the same to who does not see colours. */
const COLOURS = ['#0b6e4f', '#8a2be2', '#b3261e', '#0b57d0', '#8a5a00', '#a3166b', '#006a75', '#4a4a4a']

/** @param index of the signer in the draft, from 0 */
export const colourOf = (index: number): string => COLOURS[index % COLOURS.length]!
