import { listenToKeys } from './keys.ts'
import { sendDecision } from './send-decision.ts'

/** Each word is a word of the answer (`ModerationStatus`). */
const words: Readonly<Record<string, string>> = { approved: 'Approved.', rejected: 'Rejected.', spam: 'Called spam.' }

/** Decides without leaving the page: what was decided folds to a line that undoes it, and the next entry is in focus. */
const decide = async (entry: HTMLElement, form: HTMLFormElement, button: HTMLButtonElement): Promise<void> => {
  if (entry.ariaBusy === 'true') return
  entry.ariaBusy = 'true'
  const answer = await sendDecision(form, button.value)
  entry.ariaBusy = null
  const problem = entry.querySelector('.problem')
  if (answer.kind === 'failed') {
    const what = entry.id.startsWith('audit-') ? 'audit' : 'comment'
    if (problem !== null) problem.textContent = [`Error moderating ${what}`, answer.sentence].join('. ')
    return
  }
  if (problem !== null) problem.textContent = ''
  setVersion(entry, answer.version)
  fold(entry, answer.status)
}

const setVersion = (entry: HTMLElement, version: number): void => {
  for (const input of entry.querySelectorAll<HTMLInputElement>('input[name="version"]')) input.value = String(version)
  const tick = entry.querySelector<HTMLInputElement>('input[name="entry"]')
  if (tick !== null) tick.value = tick.value.replace(/\d+$/, String(version))
}

/** What was decided last on this page, for the key that undoes it. */
const folded: HTMLElement[] = []

const fold = (entry: HTMLElement, status: string): void => {
  const isWaiting = status === 'pending'
  entry.toggleAttribute('data-done', !isWaiting)
  const tick = entry.querySelector<HTMLInputElement>('input[name="entry"]')
  if (tick !== null) {
    tick.checked = false
    tick.disabled = !isWaiting
  }
  entry.querySelector('.entry-done')?.remove()
  if (isWaiting) {
    const at = folded.indexOf(entry)
    if (at !== -1) folded.splice(at, 1)
    entry.focus()
    return
  }
  const line = document.createElement('p')
  line.className = 'entry-done'
  line.setAttribute('role', 'status')
  const undo = document.createElement('button')
  undo.type = 'button'
  undo.className = 'undo'
  undo.value = 'undo'
  undo.textContent = 'Undo'
  line.append(`${words[status] ?? ''} `, undo)
  entry.append(line)
  folded.push(entry)
  const next = nextWaiting(entry)
  if (next === null) undo.focus()
  else next.focus()
}

const nextWaiting = (entry: HTMLElement): HTMLElement | null => {
  const all = [...document.querySelectorAll<HTMLElement>('.entry')]
  const waiting = (of: HTMLElement[]) => of.find(each => !each.hasAttribute('data-done')) ?? null
  const at = all.indexOf(entry)
  return waiting(all.slice(at + 1)) ?? waiting(all.slice(0, at).reverse())
}

const formOf = (entry: HTMLElement): HTMLFormElement | null => entry.querySelector<HTMLFormElement>('.entry-decision')

/** Makes the page of moderators live: decisions without loading it again, and keys. */
export const startModerating = (): void => {
  addEventListener('submit', event => {
    const entry = (event.target as HTMLFormElement).closest<HTMLElement>('.entry')
    const button = event.submitter
    if (entry === null || !(button instanceof HTMLButtonElement)) return
    event.preventDefault()
    void decide(entry, event.target as HTMLFormElement, button)
  })
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('.undo') : null
    const entry = button?.closest<HTMLElement>('.entry')
    const form = entry ? formOf(entry) : null
    if (button && entry && form) void decide(entry, form, button)
  })
  listenToKeys({
    press: (entry, action) => formOf(entry)?.querySelector<HTMLButtonElement>(`button[value="${action}"]`)?.click(),
    undo: () => folded.at(-1)?.querySelector<HTMLButtonElement>('.undo')?.click(),
  })
}
