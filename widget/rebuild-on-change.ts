import { watch } from 'node:fs'
import { buildWidgetIfChanged } from './build-if-changed.ts'

/** Milliseconds to wait for further changes, since an editor writes a file in several steps and a checkout writes many files. */
const quietFor = 150

/** Builds the plain scripts now, and again whenever a source has changed, until it is closed. */
export const rebuildWidgetOnChange = async (onMistake: (error: unknown) => void): Promise<{ close: () => void }> => {
  let timer: NodeJS.Timeout | undefined
  let building = build()
  await building
  const watcher = watch(import.meta.dirname, { recursive: true }, (_, file) => {
    if (file === null || /^(?:dist|node_modules)\b/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      building = building.then(build)
    }, quietFor)
  })
  return {
    close: () => {
      clearTimeout(timer)
      watcher.close()
    },
  }

  /** A build that fails is reported, and the last good one stays. */
  async function build(): Promise<void> {
    await buildWidgetIfChanged().catch(onMistake)
  }
}
