type Doings = {
  press: (entry: HTMLElement, action: string) => void
  undo: () => void
}

const actions: Readonly<Record<string, string>> = { a: 'approve', r: 'reject', s: 'spam' }

/**
 * The keys of the page. Single letters act only while an entry is in focus, and not while somebody writes (WCAG 2.1.4).
 */
export const listenToKeys = ({ press, undo }: Doings): void => {
  addEventListener('keydown', event => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return
    const entry = target.closest<HTMLElement>('.entry')
    if (entry === null || target.matches('input[type="text"], textarea, select')) return
    const letter = key.toLowerCase()
    if (letter === 'u') undo()
    else if (letter === 'j') neighbour(entry, 1)?.focus()
    else if (letter === 'k') neighbour(entry, -1)?.focus()
    else if (entry.hasAttribute('data-done')) return
    else if (letter === 'x') entry.querySelector<HTMLInputElement>('input[name="entry"]')?.click()
    else if (actions[letter] !== undefined) press(entry, actions[letter])
    else return
    event.preventDefault()
  })
}

const neighbour = (entry: HTMLElement, step: 1 | -1): HTMLElement | undefined => {
  const all = [...document.querySelectorAll<HTMLElement>('.entry')]
  return all[all.indexOf(entry) + step]
}
