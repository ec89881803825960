/** Resolves at first contentful paint; in a background tab, not before it becomes visible. */
export const untilPainted = (): Promise<void> =>
  new Promise(resolve => {
    const observer = new PerformanceObserver(list => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
  })

type Scheduling = { scheduler?: { yield?: () => Promise<void> } }

/** Yields to the browser, such as to handle a click, and continues afterwards. */
export const nextTurn = (): Promise<void> => {
  const { scheduler } = globalThis as Scheduling
  return scheduler?.yield === undefined ? new Promise(resolve => setTimeout(resolve)) : scheduler.yield()
}
