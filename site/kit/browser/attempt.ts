/** Does something with the browser's storage; null where the reader forbids it, or it has no room: the page works without. */
export const attempt = <T>(work: () => T): T | null => {
  try {
    return work()
  } catch {
    return null
  }
}
