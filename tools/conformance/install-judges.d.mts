/** See install-judges.mjs. */
export declare class JudgeMissing extends Error {}
export declare function installPyhanko(report: (message: string) => void): string
