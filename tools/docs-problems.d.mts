export declare function problemsOfPages(root: string): string[]
export declare function problemsOfDecisions(root: string): string[]
