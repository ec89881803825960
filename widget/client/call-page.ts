/** Calls a function of the page. Its errors don't affect ours and are reported as uncaught. */
export const callPage = (work: () => void): void => {
  try {
    work()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
