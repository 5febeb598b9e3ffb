/** The desk's style sheet: the portal's colours and measures, light and dark, one column on a phone. */
export const DESK_STYLE = `
:root { color-scheme: light dark; --canvas: #f5f7f6; --surface: #fff; --sunken: #eceff0; --ink: #14211b; --quiet: #55635c; --line: #e1e6e3; --control: #86938c; --brand: #00bf71; --fill: #007e4a; --accent: #00703f; --soft: #e8f9f1; --warn: #6b4300; --warn-soft: #fff3dc; --warn-line: #ecd6a8; --shadow: 0 1px 2px rgb(16 33 25 / .06); }
@media (prefers-color-scheme: dark) { :root { --canvas: #101513; --surface: #171d1a; --sunken: #1f2623; --ink: #e9efec; --quiet: #a3b1aa; --line: #2a332f; --control: #74827b; --fill: #007e4a; --accent: #4fd79d; --soft: #11291f; --warn: #ffcf7a; --warn-soft: #2b210e; --warn-line: #57431c; --shadow: none; } }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 400 16px/1.5 Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; -webkit-text-size-adjust: 100%; }
h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: clamp(28px, 4.5vw, 40px); line-height: 1.12; letter-spacing: -.022em; font-weight: 680; text-wrap: balance; }
h2 { font-size: 20px; line-height: 1.3; letter-spacing: -.01em; font-weight: 660; }
h3 { font-size: 17px; line-height: 1.35; font-weight: 640; }
a { color: var(--accent); text-underline-offset: 3px; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
code { font: 500 14px/1.5 ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.top { background: var(--surface); border-top: 3px solid var(--brand); border-bottom: 1px solid var(--line); }
.top > div, main, footer { max-width: 1120px; margin: 0 auto; padding: 0 24px; }
.top > div { display: flex; align-items: center; gap: 12px; min-height: 64px; flex-wrap: wrap; padding-block: 8px; }
.logo { flex: none; display: block; border-radius: 9px; }
.name { display: flex; align-items: center; gap: 10px; font-weight: 680; font-size: 18px; color: inherit; text-decoration: none; }
.badge { padding: 2px 10px; border-radius: 99px; background: var(--warn-soft); color: var(--warn); border: 1px solid var(--warn-line); font-size: 12px; font-weight: 720; letter-spacing: .07em; }
.langs { display: flex; margin-left: auto; gap: 2px; }
.langs a { display: grid; place-items: center; min-width: 40px; min-height: 40px; border-radius: 10px; color: var(--quiet); font-size: 14px; font-weight: 640; text-decoration: none; }
.langs a:hover { background: var(--sunken); color: var(--ink); }
.langs a[aria-current] { background: var(--soft); color: var(--accent); }
main { padding-block: 40px 56px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 40px; }
.hero { display: grid; gap: 14px; max-width: 68ch; }
.hero p { color: var(--quiet); font-size: 17px; }
.note { display: flex; gap: 12px; padding: 14px 16px; border: 1px solid var(--warn-line); border-radius: 12px; background: var(--warn-soft); color: var(--warn); font-size: 15px; }
.note svg { flex: none; margin-top: 2px; }
.hero .note p { color: inherit; font-size: 15px; }
section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
section > header { display: grid; gap: 4px; max-width: 68ch; }
section > header p, .quiet { color: var(--quiet); }
.people { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 16px; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); }
.person { display: grid; gap: 18px; padding: 20px; align-content: space-between; }
.who { display: flex; gap: 14px; align-items: center; min-width: 0; }
.who > div { min-width: 0; }
.who p { color: var(--quiet); font-size: 14px; overflow-wrap: anywhere; }
.avatar { flex: none; display: grid; place-items: center; width: 48px; height: 48px; border-radius: 99px; background: var(--soft); color: var(--accent); font-weight: 700; letter-spacing: .02em; }
.facts { display: grid; grid-template-columns: 1fr 1fr; gap: 12px 16px; }
.facts dt, .services dt { color: var(--quiet); font-size: 13px; font-weight: 600; }
.facts dd { font-weight: 560; }
.facts .pin { grid-column: 1 / -1; display: flex; align-items: center; justify-content: space-between; padding: 10px 14px; border-radius: 10px; background: var(--sunken); }
.pin code { font-size: 18px; font-weight: 650; letter-spacing: .12em; user-select: all; }
.button { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 44px; padding: 0 18px; border-radius: 10px; background: var(--fill); color: #fff; font-weight: 640; text-decoration: none; }
.button:hover { background: #005e37; }
.steps { counter-reset: step; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr)); gap: 12px 24px; }
.steps li { counter-increment: step; display: flex; gap: 12px; color: var(--quiet); font-size: 15px; }
.steps li::before { content: counter(step); flex: none; display: grid; place-items: center; width: 26px; height: 26px; border-radius: 99px; background: var(--soft); color: var(--accent); font-size: 13px; font-weight: 720; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 16px; padding: 14px 20px; color: inherit; text-decoration: none; }
.mails a:hover { background: color-mix(in srgb, var(--sunken) 55%, transparent); }
.mails li:first-child a { border-radius: 16px 16px 0 0; } .mails li:last-child a { border-radius: 0 0 16px 16px; } .mails li:only-child a { border-radius: 16px; }
.mails b { font-weight: 640; overflow-wrap: anywhere; }
.mails span, .mails time { color: var(--quiet); font-size: 14px; overflow-wrap: anywhere; }
.mails time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.empty { display: grid; justify-items: center; gap: 6px; padding: 48px 24px; text-align: center; color: var(--quiet); }
.empty svg { color: var(--accent); }
.empty strong { color: var(--ink); font-weight: 640; }
.services > div { display: grid; grid-template-columns: minmax(190px, 2fr) minmax(0, 5fr) auto; gap: 4px 20px; align-items: center; padding: 13px 20px; }
.services > div + div { border-top: 1px solid var(--line); }
.services dt { color: var(--ink); font-size: 15px; }
.services dd + dd { justify-self: end; }
.on { display: inline-flex; align-items: center; gap: 8px; color: var(--quiet); font-size: 14px; white-space: nowrap; }
.on::before { content: ''; width: 9px; height: 9px; border-radius: 99px; background: var(--accent); }
.mail-head { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px 16px; }
.mail-head dt { color: var(--quiet); font-weight: 600; }
.mail-head dd { overflow-wrap: anywhere; }
.paper { padding: 24px; }
.paper pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 70vh; min-height: 420px; border: 0; border-radius: 15px; background: #fff; }
footer { padding-block: 20px 32px; color: var(--quiet); font-size: 14px; border-top: 1px solid var(--line); }
@media (max-width: 640px) {
  .top > div, main, footer { padding-inline: 16px; }
  main { padding-block: 24px 40px; gap: 32px; }
  .langs { margin-left: 0; width: 100%; justify-content: space-between; }
  .langs a { min-width: 48px; min-height: 44px; }
  .services > div { grid-template-columns: minmax(0, 1fr) auto; padding: 13px 16px; }
  .services dd:nth-of-type(1) { grid-column: 1 / -1; grid-row: 2; }
  .mails a { grid-template-columns: minmax(0, 1fr); padding: 14px 16px; }
  .paper { padding: 16px; }
}
`
