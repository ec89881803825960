import process from 'node:process'

/** How often to look, in ms. */
const pause = 250

/**
 * Calls `end` once when npm, which started this process, was told to stop. npm passes a signal to the shell in which it
 * runs scripts, and that shell ends without passing it on, so that we look whether our parent process is still the same. A
 * process that npm did not start goes on when its parent ends, as one sent to the background must.
 */
export const whenNpmEnds = (end: () => void, program: Pick<NodeJS.Process, 'env' | 'ppid'> = process): void => {
  // What npm says about the script it runs is no setting of ours.
  if (program.env.npm_lifecycle_event === undefined) return
  const shell = program.ppid
  const timer = setInterval(() => {
    if (program.ppid === shell) return
    clearInterval(timer)
    end()
  }, pause)
  timer.unref()
}
