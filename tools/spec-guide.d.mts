export declare function problemsOfGuide(root: string, rows: readonly (readonly string[])[]): Promise<string[]>
export declare function writeGuide(root: string, rows: readonly (readonly string[])[]): Promise<number>
