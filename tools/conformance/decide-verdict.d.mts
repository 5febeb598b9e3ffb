/** See decide-verdict.mjs. */
export declare function decideVerdict(
  said: Record<string, unknown>,
  level: string,
): Record<'pdfsig' | 'openssl' | 'pyhanko' | 'dss' | 'qpdf' | 'report', string[]>
