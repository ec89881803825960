import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'

/**
 * Lets something run one at a time. It begins in the next turn of the event loop, so that all who ask for it in this turn get
 * one run; somebody who asks while it runs gets one more.
 * @param run what to do
 * @param onError told of what `run` throws
 */
export const oneAtATime = (run: () => Promise<void>, onError: (error: unknown) => void): (() => Promise<void>) => {
  let running = false
  let again = false
  return async () => {
    again = true
    if (running) return
    running = true
    try {
      while (again) {
        await turnOfTheEventLoop()
        again = false
        await run()
      }
    } catch (error) {
      onError(error)
    } finally {
      running = false
    }
  }
}
