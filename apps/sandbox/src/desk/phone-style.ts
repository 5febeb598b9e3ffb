/** The part of the style sheet that is about the phone and the providers' accounts. */
export const PHONE_STYLE = `
.jump { display: flex; flex-wrap: wrap; gap: 4px 8px; }
.jump a { display: inline-grid; place-items: center; min-height: 40px; padding: 0 14px; border: 1px solid var(--line); border-radius: 99px; background: var(--surface); color: var(--ink); font-size: 15px; font-weight: 600; text-decoration: none; }
.jump a:hover { background: var(--sunken); }
section { scroll-margin-top: 16px; }
.phone { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 16px; align-items: start; }
.phone-main, .phone-side { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
.messages li { display: grid; gap: 6px; padding: 14px 20px; overflow-wrap: anywhere; }
.messages li + li { border-top: 1px solid var(--line); }
.sms-head { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: baseline; }
.sms-head b { font-weight: 640; }
.sms-head span, .sms-head time { color: var(--quiet); font-size: 14px; }
.sms-head time { margin-left: auto; font-variant-numeric: tabular-nums; }
.code { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; }
.code code { padding: 6px 12px; border-radius: 10px; background: var(--sunken); font-size: 22px; font-weight: 680; letter-spacing: .14em; user-select: all; }
.copy { display: none; align-items: center; gap: 6px; min-height: 44px; padding: 0 14px; border: 1px solid var(--control); border-radius: 10px; background: var(--surface); color: var(--ink); font: inherit; font-size: 15px; font-weight: 600; cursor: pointer; }
.copy:hover { background: var(--sunken); }
.scripted .copy { display: inline-flex; }
.push { display: grid; gap: 12px; padding: 18px 20px; border-color: var(--accent); overflow-wrap: anywhere; }
.push.done { grid-template-columns: minmax(0, 1fr) auto; gap: 16px; border-color: var(--line); align-items: center; font-size: 15px; }
.push.done strong { color: var(--quiet); font-weight: 640; }
.buttons { display: flex; flex-wrap: wrap; gap: 10px; }
.buttons .button { border: 0; font: inherit; font-weight: 640; cursor: pointer; flex: 1 1 130px; }
.button.refuse { background: var(--surface); color: var(--ink); border: 1px solid var(--control); }
.button.refuse:hover { background: var(--sunken); }
.side { display: grid; gap: 10px; padding: 18px 20px; }
.side .quiet { font-size: 14px; }
.side li > span { color: var(--quiet); font-size: 14px; font-weight: 600; }
.side > ul { display: grid; gap: 12px; }
.side summary { min-height: 28px; font-weight: 640; cursor: pointer; }
.numbers { display: grid; grid-template-columns: repeat(auto-fill, minmax(86px, 1fr)); gap: 6px 12px; counter-reset: number; padding-top: 8px; }
.numbers li { counter-increment: number; display: flex; gap: 8px; align-items: baseline; }
.numbers li::before { content: counter(number); min-width: 2ch; color: var(--quiet); font-size: 13px; text-align: right; }
.numbers code { font-weight: 650; user-select: all; }
.accounts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: 16px; }
.account { display: grid; gap: 12px; padding: 20px; align-content: start; }
.account h4 { margin: 4px 0 0; color: var(--quiet); font-size: 13px; font-weight: 600; }
.account .facts code { user-select: all; }
.entries { display: grid; gap: 6px; }
.entries li { display: grid; grid-template-columns: minmax(84px, auto) minmax(0, 1fr); gap: 12px; align-items: baseline; font-size: 15px; }
.entries span { color: var(--quiet); overflow-wrap: anywhere; }
.entries code { color: var(--ink); user-select: all; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 800px) { .phone { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 640px) { .messages li { padding: 14px 16px; } .sms-head time { margin-left: 0; } .jump a { min-height: 44px; } }
`
