import process from 'node:process'

/** How often to look, in ms. */
const pause = 250

/**
 * Calls `end` once when npm, which started this process, was told to stop. npm hands a signal to the shell it runs scripts
 * in, and that shell dies of it without handing it on: its death is the signal. A process that npm did not start lives on
 * when its parent dies, as one does that was sent to the background.
 */
export const whenNpmEnds = (end: () => void): void => {
  // biome-ignore lint/style/noProcessEnv: what npm says about the script it runs is no setting of ours
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    end()
  }, pause)
  timer.unref()
}
