/** Focuses the first field once it exists: a magic link is validated before its form appears. */
export const focusFirst = ({ dialog, body }: { dialog: HTMLDialogElement; body: HTMLElement }): void => {
  if (!dialog.open || body.contains(document.activeElement)) return
  const first = () => body.querySelector<HTMLElement>('input:not([type="hidden"], [readonly], [hidden])')
  first()?.focus()
  if (first() !== null) return
  const observer = new MutationObserver(() => {
    if (first() === null) return
    observer.disconnect()
    if (!body.contains(document.activeElement)) first()?.focus()
  })
  observer.observe(body, { childList: true, subtree: true })
}
