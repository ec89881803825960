/** Resolves when the page has shown its first content; in a tab that nobody looks at, not before somebody does. */
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

/** Lets the browser do what waits, such as answering a press, and goes on after it. */
export const nextTurn = (): Promise<void> => {
  const { scheduler } = globalThis as Scheduling
  return scheduler?.yield === undefined ? new Promise(resolve => setTimeout(resolve)) : scheduler.yield()
}
