type Rows = readonly (readonly string[])[]

export declare function problemsOfGuide(root: string, rows: Rows): string[]
export declare function listStatements(root: string, rows: Rows, wish?: string): string | null
