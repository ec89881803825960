/**
 * Module script of the mailbox page: copies codes and links, shows times in the browser's time zone, and polls for new messages. Inlined;
 * loads nothing.
 */
export const browserScript = `
const said = document.querySelector('#said')
document.addEventListener('click', async event => {
  const button = event.target.closest('[data-copy]')
  if (!button) return
  try {
    await navigator.clipboard.writeText(button.dataset.copy)
    said.textContent = 'Copied'
  } catch {
    said.textContent = 'This browser does not let pages copy: select the text instead.'
  }
  setTimeout(() => { said.textContent = '' }, 2000)
})

const localTimes = () => {
  for (const time of document.querySelectorAll('#list time')) {
    const sent = new Date(time.dateTime)
    const today = sent.toDateString() === new Date().toDateString()
    time.textContent = sent.toLocaleString('en-GB', today ? { timeStyle: 'short' } : { dateStyle: 'long' })
  }
  for (const time of document.querySelectorAll('.meta time')) {
    time.textContent = new Date(time.dateTime).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'medium' })
  }
}
localTimes()

const lookForNews = async () => {
  if (document.hidden) return
  try {
    const answer = await fetch('/dev/mailbox/list' + location.search)
    if (!answer.ok) return
    const holder = document.createElement('template')
    holder.innerHTML = await answer.text()
    const fresh = holder.content.querySelector('#list')
    const shown = document.querySelector('#list')
    if (!fresh || fresh.dataset.newest === shown.dataset.newest) return
    shown.replaceWith(fresh)
    localTimes()
    said.textContent = 'New message'
    setTimeout(() => { said.textContent = '' }, 2000)
  } catch {
    // The server is restarting. The next poll recovers.
  }
}
setInterval(lookForNews, 2500)
`
