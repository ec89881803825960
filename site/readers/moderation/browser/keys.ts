type Handlers = {
  press: (entry: HTMLElement, action: string) => void
  undo: () => void
}

const actions: Readonly<Record<string, string>> = { a: 'approve', r: 'reject', s: 'spam' }

/**
 * Handles keyboard shortcuts. Single letters act only while an entry is focused, and not while typing (WCAG 2.1.4). On a collapsed entry a
 * decision key only expands it, so that nothing is decided unread.
 */
export const listenToKeys = ({ press, undo }: Handlers): void => {
  addEventListener('keydown', event => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return
    const entry = target.closest<HTMLElement>('.entry')
    if (entry === null || target.matches('input[type="text"], textarea, select')) return
    const letter = key.toLowerCase()
    const folded = entry.querySelector<HTMLDetailsElement>('.entry-long:not([open])')
    if (letter === 'u') undo()
    else if (letter === 'j') neighbor(entry, 1)?.focus()
    else if (letter === 'k') neighbor(entry, -1)?.focus()
    else if (entry.hasAttribute('data-done') || (letter !== 'x' && actions[letter] === undefined)) return
    else if (folded !== null) folded.open = true
    else if (letter === 'x') entry.querySelector<HTMLInputElement>('input[name="entry"]')?.click()
    else press(entry, actions[letter] ?? '')
    event.preventDefault()
  })
}

const neighbor = (entry: HTMLElement, step: 1 | -1): HTMLElement | undefined => {
  const all = [...document.querySelectorAll<HTMLElement>('.entry')]
  return all[all.indexOf(entry) + step]
}
