/** Bounds on hostile input. Honest files stay far below each. */
export const LIMITS = {
  /** Arrays and dictionaries inside one another. */
  depth: 100,
  /** Objects that must be read to read one: the stream that holds it, the lengths of both, filters. */
  nestedReads: 64,
  /** Values in one object, counting those inside arrays and dictionaries. */
  valuesPerObject: 2_000_000,
  /** Cross-reference sections in one chain. */
  revisions: 2_000,
  objectNumber: 8_388_607,
  generation: 65_535,
  pages: 10_000,
  /** Nodes of the page tree, pages included. */
  pageTreeNodes: 40_000,
  fields: 100_000,
  fieldDepth: 64,
  /** Output of one stream's filters, in bytes. */
  decodedStream: 128 * 1024 * 1024,
  /** Output of all object and cross-reference streams of a file, in bytes. */
  decodedTotal: 384 * 1024 * 1024,
  filters: 8,
  /** One string, in bytes as written; the largest honest one is the /Contents of a signature. */
  string: 8 * 1024 * 1024,
  /** Objects that a scan may find and fail to read. */
  scanFailures: 10_000,
  /** Trailers that a scan looks at, from the end of the file. */
  scannedTrailers: 100,
} as const
