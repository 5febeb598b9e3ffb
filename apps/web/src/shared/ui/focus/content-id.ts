/** The id of each screen's `<main>`: target of the skip link, and of focus after a change of screen. */
export const CONTENT_ID = 'content'
