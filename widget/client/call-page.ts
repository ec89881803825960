/** Calls into the page. What its function throws stops nothing of ours; it goes where uncaught errors go. */
export const callPage = (work: () => void): void => {
  try {
    work()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
