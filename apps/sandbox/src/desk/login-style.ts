/** The part of the style sheet that is about choosing as whom to log in. */
export const LOGIN_STYLE = `
.choice { display: grid; gap: 12px; max-width: 460px; }
.pick { display: flex; gap: 14px; align-items: center; padding: 14px 16px; color: inherit; font: inherit; text-align: left; cursor: pointer; }
.pick:hover { background: var(--sunken); }
.pick > span:last-child { display: grid; min-width: 0; overflow-wrap: anywhere; }
.pick b { font-weight: 640; }
.pick b + span { color: var(--quiet); font-size: 14px; }
.choice .button { border: 1px solid var(--control); font: inherit; font-weight: 640; cursor: pointer; }
.away { display: grid; gap: 18px; padding: 20px; max-width: 620px; }
.away .message { font-size: 18px; font-weight: 560; overflow-wrap: anywhere; white-space: pre-line; }
.facts.login { grid-template-columns: minmax(0, 1fr); }
`
