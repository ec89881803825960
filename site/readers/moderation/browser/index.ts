import { takePendingAction } from '../../../accounts/pending-actions/browser/wish.ts'
import { groupedNumber } from '../../../kit/amounts/grouped-number.ts'
import { followPointers, whenReleased } from '../../../kit/browser/index.ts'
import { listenToKeys } from './keys.ts'
import { type Answer, addressOf, sendDecision } from './send-decision.ts'

/** Keys are the statuses of the response (`ModerationStatus`), and of `statusInQueue`. */
const statusText: Readonly<Record<string, string>> = {
  approved: 'Approved.',
  rejected: 'Rejected.',
  spam: 'Marked as spam.',
  revoked: 'Approval revoked.',
}

/**
 * Submits a decision without leaving the page. A decided entry keeps its size, so that nothing moves under the pointer: its buttons are
 * replaced by the outcome and Undo. Updates from the response wait until no pointer is pressed.
 */
const decide = async (entry: HTMLElement, form: HTMLFormElement, action: string): Promise<void> => {
  if (entry.ariaBusy === 'true') return
  entry.ariaBusy = 'true'
  const answer = await sendDecision(form, action)
  whenReleased(() => {
    entry.ariaBusy = null
    show(entry, action, answer)
  })
}

const show = (entry: HTMLElement, action: string, answer: Answer): void => {
  const problem = entry.querySelector('.problem')
  if (problem !== null) problem.textContent = ''
  if (answer.kind === 'gone') {
    count(entry, -1)
    close(entry, answer.sentence)
    focusNext(entry)
  } else if (answer.kind === 'failed') {
    const what = entry.id.startsWith('audit-') ? 'audit' : 'comment'
    if (problem !== null) problem.textContent = [`Error moderating ${what}`, answer.sentence].join('. ')
  } else {
    setVersion(entry, answer.version)
    const status = statusInQueue(entry, action, answer.status)
    if (entry.hasAttribute('data-done') === (status === 'pending')) count(entry, status === 'pending' ? 1 : -1)
    if (status === 'pending') reopen(entry)
    else settle(entry, status)
  }
}

/** Status of an entry within its own queue: an approved report is pending there until its second approval, or until it is revoked. */
const statusInQueue = (entry: HTMLElement, action: string, status: string): string => {
  if (queueOf(entry) !== 'second' || action === 'second') return status
  return status === 'approved' ? 'pending' : 'revoked'
}

const queueOf = (entry: HTMLElement): string => entry.closest<HTMLElement>('[data-queue]')?.dataset.queue ?? ''

const setVersion = (entry: HTMLElement, version: number): void => {
  for (const input of entry.querySelectorAll<HTMLInputElement>('input[name="version"]')) input.value = String(version)
  const tick = entry.querySelector<HTMLInputElement>('input[name="entry"]')
  if (tick !== null) tick.value = tick.value.replace(/\d+$/, String(version))
}

/** Entries decided on this page, for the key that undoes the last decision. */
const settled: HTMLElement[] = []

/** Adds to the number of pending entries: in the tabs, and above the list. */
const count = (entry: HTMLElement, by: 1 | -1): void => {
  const queue = queueOf(entry)
  for (const name of ['all', queue, `${queue}-shown`])
    for (const number of document.querySelectorAll(`[data-count="${name}"]`)) {
      const now = Number((number.textContent ?? '').replaceAll(',', '')) + by
      number.textContent = groupedNumber(Math.max(0, now))
    }
}

const setDone = (entry: HTMLElement, isDone: boolean): void => {
  entry.toggleAttribute('data-done', isDone)
  entry.querySelector('.entry-done')?.remove()
  formOf(entry)?.toggleAttribute('inert', isDone)
  const tick = entry.querySelector<HTMLInputElement>('input[name="entry"]')
  if (tick !== null) Object.assign(tick, { checked: false, disabled: isDone })
}

/** Puts the outcome in the place of an entry's buttons. */
const close = (entry: HTMLElement, sentence: string): HTMLElement => {
  const hadFocus = entry.contains(document.activeElement)
  setDone(entry, true)
  const line = document.createElement('p')
  line.className = 'entry-done'
  line.setAttribute('role', 'status')
  line.textContent = sentence
  entry.querySelector('.entry-foot')?.append(line)
  // Its buttons are inert now: a browser would take the focus to the beginning of the page.
  if (hadFocus) entry.focus({ preventScroll: true })
  return line
}

const settle = (entry: HTMLElement, status: string): void => {
  const line = close(entry, statusText[status] ?? '')
  const undo = document.createElement('button')
  undo.type = 'button'
  undo.className = 'quiet undo'
  undo.value = 'undo'
  undo.textContent = 'Undo'
  line.append(' ', undo)
  settled.push(entry)
  focusNext(entry)
}

const reopen = (entry: HTMLElement): void => {
  const at = settled.indexOf(entry)
  if (at !== -1) settled.splice(at, 1)
  setDone(entry, false)
  focus(entry)
}

/** True if the last press was one of a pointer: then the page is not scrolled, since something is under it. */
let isByPointer = false

const focus = (element: HTMLElement): void => {
  element.focus({ preventScroll: true })
  if (!isByPointer) element.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus to the next pending entry, unless the moderator is busy in another one already. */
const focusNext = (entry: HTMLElement): void => {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body && !entry.contains(activeElement)) return
  const all = [...document.querySelectorAll<HTMLElement>('.entry')]
  const at = all.indexOf(entry)
  const pending = (of: HTMLElement[]) => of.find(each => !each.hasAttribute('data-done'))
  const next = pending(all.slice(at + 1)) ?? pending(all.slice(0, at).reverse())
  focus(next ?? entry.querySelector<HTMLElement>('.undo') ?? entry)
}

const formOf = (entry: HTMLElement): HTMLFormElement | null => entry.querySelector<HTMLFormElement>('.entry-decision')

/** Adds decisions without a page load, and keys, to the page of moderators. */
export const startModerating = (): void => {
  followPointers()
  addEventListener('click', ({ detail }) => (isByPointer = detail > 0), true)
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
    undo: () => settled.at(-1)?.querySelector<HTMLButtonElement>('.undo')?.click(),
  })
  decideAsWished()
}

/** Makes the decision that a moderator had to log in again for, about the version that they saw. */
const decideAsWished = (): void => {
  for (const entry of document.querySelectorAll<HTMLElement>('.entry')) {
    const form = formOf(entry)
    const wished = form === null ? null : takePendingAction('decision', addressOf(form))
    if (form === null || wished === null) continue
    const { action = '', ...fields } = JSON.parse(wished.how) as Record<string, string>
    for (const [name, value] of Object.entries(fields)) {
      const field = form.elements.namedItem(name)
      if (field !== null && 'value' in field) field.value = value
    }
    void decide(entry, form, action)
  }
}
