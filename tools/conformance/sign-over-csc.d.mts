import type { Scene } from '@rubrica/testing'

/** See sign-over-csc.mjs. */
export declare function signOverCsc(scene: Scene): Promise<{ name: string; pdf: Uint8Array }[]>
