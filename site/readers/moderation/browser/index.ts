import { takeWish } from '../../../accounts/wishes/browser/index.ts'
import { groupedNumber } from '../../../kit/amounts/index.ts'
import { listenToKeys } from './keys.ts'
import { addressOf, sendDecision } from './send-decision.ts'

/** Each word is one of the answer (`ModerationStatus`), or of `standing`. */
const words: Readonly<Record<string, string>> = {
  approved: 'Approved.',
  rejected: 'Rejected.',
  spam: 'Called spam.',
  'taken back': 'Back in the queue of reports.',
}

/** Decides without leaving the page: what was decided folds to a line that undoes it, and the next entry is in focus. */
const decide = async (entry: HTMLElement, form: HTMLFormElement, action: string): Promise<void> => {
  if (entry.ariaBusy === 'true') return
  entry.ariaBusy = 'true'
  const answer = await sendDecision(form, action)
  entry.ariaBusy = null
  const problem = entry.querySelector('.problem')
  if (answer.kind === 'gone') {
    drop(entry, answer.sentence)
    return
  }
  if (answer.kind === 'failed') {
    const what = entry.id.startsWith('audit-') ? 'audit' : 'comment'
    if (problem !== null) problem.textContent = [`Error moderating ${what}`, answer.sentence].join('. ')
    return
  }
  if (problem !== null) problem.textContent = ''
  setVersion(entry, answer.version)
  fold(entry, standing(entry, action, answer.status))
}

/** Where an entry is in its own queue: an approved report waits there for a second approval, until it has one or is taken back. */
const standing = (entry: HTMLElement, action: string, status: string): string => {
  if (queueOf(entry) !== 'second' || action === 'second') return status
  return status === 'approved' ? 'pending' : 'taken back'
}

const queueOf = (entry: HTMLElement): string => entry.closest<HTMLElement>('[data-queue]')?.dataset.queue ?? ''

const setVersion = (entry: HTMLElement, version: number): void => {
  for (const input of entry.querySelectorAll<HTMLInputElement>('input[name="version"]')) input.value = String(version)
  const tick = entry.querySelector<HTMLInputElement>('input[name="entry"]')
  if (tick !== null) tick.value = tick.value.replace(/\d+$/, String(version))
}

/** What was decided last on this page, for the key that undoes it. */
const folded: HTMLElement[] = []

/** One more, or one less, of what waits: in the tabs, and above its list. */
const count = (entry: HTMLElement, by: 1 | -1): void => {
  const queue = queueOf(entry)
  for (const name of ['all', queue, `${queue}-shown`])
    for (const number of document.querySelectorAll(`[data-count="${name}"]`)) {
      const now = Number((number.textContent ?? '').replaceAll(',', '')) + by
      number.textContent = groupedNumber(Math.max(0, now))
    }
}

/** Somebody else has decided: the entry says what, and goes. */
const drop = (entry: HTMLElement, sentence: string): void => {
  entry.toggleAttribute('data-done', true)
  count(entry, -1)
  const tick = entry.querySelector<HTMLInputElement>('input[name="entry"]')
  if (tick !== null) Object.assign(tick, { checked: false, disabled: true })
  const line = document.createElement('p')
  line.className = 'entry-done'
  line.setAttribute('role', 'status')
  line.textContent = sentence
  entry.append(line)
  nextWaiting(entry)?.focus()
}

const fold = (entry: HTMLElement, status: string): void => {
  const isWaiting = status === 'pending'
  if (entry.hasAttribute('data-done') === isWaiting) count(entry, isWaiting ? 1 : -1)
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
    void decide(entry, event.target as HTMLFormElement, button.value)
  })
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('.undo') : null
    const entry = button?.closest<HTMLElement>('.entry')
    const form = entry ? formOf(entry) : null
    if (button && entry && form) void decide(entry, form, button.value)
  })
  listenToKeys({
    press: (entry, action) => {
      const either =
        action === 'approve' ? 'button[value="approve"], button[value="second"]' : `button[value="${action}"]`
      formOf(entry)?.querySelector<HTMLButtonElement>(either)?.click()
    },
    undo: () => folded.at(-1)?.querySelector<HTMLButtonElement>('.undo')?.click(),
  })
  decideAsWished()
}

/** Who decided something, and had to log in again for it, is back: it is decided with what they chose, about the version that they saw. */
const decideAsWished = (): void => {
  for (const entry of document.querySelectorAll<HTMLElement>('.entry')) {
    const form = formOf(entry)
    const wished = form === null ? null : takeWish('decision', addressOf(form))
    if (form === null || wished === null) continue
    const { action = '', ...fields } = JSON.parse(wished.how) as Record<string, string>
    for (const [name, value] of Object.entries(fields)) {
      const field = form.elements.namedItem(name)
      if (field !== null && 'value' in field) field.value = value
    }
    void decide(entry, form, action)
  }
}
