import about from '../../package.json' with { type: 'json' }

/** Which release this is, as its package says. */
export const RELEASE: string = about.version
