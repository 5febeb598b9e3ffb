/** See ask-tools.mjs. */
export interface Verdict {
  readonly ok: boolean
  readonly says?: string
}
export declare function findSignatures(pdf: Buffer): { signed: Buffer; cms: Buffer }[]
export declare function findTimestamps(pdf: Buffer): { signed: Buffer; cms: Buffer }[]
export declare function askOpensslTs(file: string, options: { folder: string; anchors: string }): Verdict[]
export declare function askOpenssl(file: string, options: { folder: string; anchors: string }): Verdict[]
export declare function askPdfsig(file: string): Verdict[]
export declare function readPdfsig(output: string): { ok: boolean; says: string }[]
