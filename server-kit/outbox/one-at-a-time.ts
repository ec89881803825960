import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'

/**
 * Serializes runs of a function. A run starts in the next turn of the event loop, so that all requests of this turn share it; requests
 * during a run cause one more.
 * @param run function to run
 * @param onError called with errors of `run`
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
