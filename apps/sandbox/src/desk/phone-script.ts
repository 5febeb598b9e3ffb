/**
 * The desk's only script: it fetches the phone anew when something comes, copies codes, and decides requests in place.
 * Without it the page is the same after a reload.
 */
export const PHONE_SCRIPT = `
const live = document.getElementById('phone-live')
const status = document.getElementById('phone-status')
let news = live.firstElementChild.dataset.news
let timer
document.documentElement.classList.add('scripted')

function schedule() {
  clearTimeout(timer)
  const next = live.firstElementChild.dataset.next
  if (next !== '') timer = setTimeout(load, Math.max(500, Number(next) + 100))
}

async function load() {
  const answer = await fetch('/phone/view?lang=' + document.documentElement.lang).catch(() => undefined)
  if (!answer || !answer.ok) return schedule()
  const focused = live.contains(document.activeElement) ? document.activeElement.id : ''
  const opened = [...live.querySelectorAll('details')].map((one) => one.open)
  live.innerHTML = await answer.text()
  live.querySelectorAll('details').forEach((one, index) => { one.open = opened[index] === true })
  if (focused) (document.getElementById(focused) ?? live).focus()
  const told = live.firstElementChild.dataset.news
  if (told !== news) status.textContent = told
  news = told
  schedule()
}

live.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]')
  if (!button) return
  try {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.lastElementChild.textContent = button.dataset.done
    status.textContent = button.dataset.done
  } catch {
    getSelection().selectAllChildren(button.previousElementSibling)
  }
})

live.addEventListener('submit', async (event) => {
  event.preventDefault()
  const decision = event.submitter.value
  const where = new URL(event.target.action).pathname
  await fetch(where, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ decision }) })
  await load()
})

new EventSource('/phone/events').onmessage = load
schedule()
`
