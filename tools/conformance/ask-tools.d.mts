/** See ask-tools.mjs. */
export declare function findSignatures(pdf: Buffer): { signed: Buffer; cms: Buffer }[]
export declare function readPdfsig(output: string): { ok: boolean; says: string }[]
