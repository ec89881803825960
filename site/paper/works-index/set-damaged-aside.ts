import { existsSync, renameSync, rmSync } from 'node:fs'
import { findDamage } from '@corroborate/server-kit/database'

/**
 * Moves a damaged search index to `FILE.damaged`, so that startup rebuilds it; all its data is derived. `onNotice` receives what the new
 * one lacks.
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
