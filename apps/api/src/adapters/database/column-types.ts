/** Types of columns that many tables have: what is read, and what may be written when a row is made and changed. */
import type { ColumnType } from 'kysely'

export type Instant = ColumnType<Date, Date, Date>
export type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>
/** Comes back from the driver as a text: a number of JavaScript does not hold all of them. Takes numbers, too. */
export type BigInteger = ColumnType<string, number | string, number | string>
