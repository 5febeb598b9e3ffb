/** The mark of the product, one stroke in a 40 by 40 box. */
export const SIGNATURE_STROKE = 'M9 28c5-1 8-17 11-17 3.500 0-3 15 .500 15 3 0 2.500-7 5-7 2 0 .500 6 5.500 5.500'
