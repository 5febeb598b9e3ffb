export declare function writeDigests(folder: string): void
