import { closeSync, openSync, readSync } from 'node:fs'

/**
 * The header of SQLite's index of its write-ahead log (sqlite.org/walformat.html, section 2.1): every commit, by whatever
 * process, changes it before it returns. It is what SQLite itself looks at to see whether there is anything new.
 */
const headerLength = 48

/**
 * Closing any descriptor of a file gives up every lock this process has on it (POSIX), SQLite's own included. So there is
 * one for all handles of this process to a database, and it is closed after the connections of the last of them.
 */
const openFiles = new Map<string, { descriptor: number; users: number }>()

/** Reads the commit stamp of one SQLite database in WAL mode. */
export class CommitStamp {
  readonly #path: string
  readonly #header = Buffer.alloc(headerLength)
  #descriptor: number | undefined

  /** @param databaseFile as SQLite names it, so that two ways to write it are one */
  constructor(databaseFile: string) {
    this.#path = `${databaseFile}-shm`
  }

  /** A text that stays the same as long as nobody commits anything; null when that cannot be told. */
  read(): string | null {
    try {
      this.#descriptor ??= this.#open()
      const length = readSync(this.#descriptor, this.#header, 0, headerLength, 0)
      return length === headerLength ? this.#header.toString('latin1') : null
    } catch {
      return null
    }
  }

  /** To be called after the connections to the database were closed. */
  close(): void {
    const file = openFiles.get(this.#path)
    if (this.#descriptor === undefined || file === undefined) return
    this.#descriptor = undefined
    file.users -= 1
    if (file.users > 0) return
    openFiles.delete(this.#path)
    closeSync(file.descriptor)
  }

  #open(): number {
    const file = openFiles.get(this.#path) ?? { descriptor: openSync(this.#path, 'r'), users: 0 }
    file.users += 1
    openFiles.set(this.#path, file)
    return file.descriptor
  }
}
