import process from 'node:process'

/** Polling interval, in ms. */
const pause = 250

/**
 * Calls `end` once when the npm that started this process is stopped. npm passes signals to the shell that runs its scripts, which exits
 * without forwarding them, so the parent process ID is polled. A process not started by npm survives its parent, as background processes
 * must.
 */
export const whenNpmEnds = (end: () => void, program: Pick<NodeJS.Process, 'env' | 'ppid'> = process): void => {
  // npm's variables about its script are not settings of ours.
  if (program.env.npm_lifecycle_event === undefined) return
  const shell = program.ppid
  const timer = setInterval(() => {
    if (program.ppid === shell) return
    clearInterval(timer)
    end()
  }, pause)
  timer.unref()
}
