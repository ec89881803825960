import { existsSync, renameSync, rmSync } from 'node:fs'
import { findDamage } from '@corroborate/server-kit/database'

/**
 * Moves a damaged search index aside, to `FILE.damaged`, so that a start makes a new one: everything in it is derived.
 * `onNotice` is told what is missing from the new one.
 */
export const setDamagedAside = (file: string, onNotice: (sentence: string) => void): void => {
  const finding = findDamage(file)
  if (finding === null) return
  for (const ending of ['', '-wal', '-shm']) {
    rmSync(`${file}.damaged${ending}`, { force: true })
    if (existsSync(`${file}${ending}`)) renameSync(`${file}${ending}`, `${file}.damaged${ending}`)
  }
  onNotice(
    `The search index ${file} was damaged (SQLite's quick_check reports "${finding}") and is rebuilt from the starter corpus. ` +
      `Run works:import again with your own files, if any. The damaged file is kept at ${file}.damaged.`,
  )
}
