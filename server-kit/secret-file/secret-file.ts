import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '../error-message/index.ts'
import { ConfigurationError } from '../operator-error/index.ts'
import { ownedAsFolder } from '../private-file/index.ts'

/** The fewest characters a secret has: 32 of base64 are 192 bits. */
export const shortestSecret = 32

/**
 * The secrets of a file, one a line; none when there is no file.
 * @throws OperatorError when it cannot be read, or does not look like one of ours.
 */
export const readSecretFile = (path: string): string[] => {
  const text = readIfThere(path)
  if (text === null) return []
  const secrets = text.split('\n').filter(line => line !== '')
  if (secrets.length > 0 && secrets.every(line => line.length >= shortestSecret)) return secrets
  throw new ConfigurationError(`${path} does not hold a secret on each line: put back the copy you keep of it.`)
}

/**
 * Creates a file with one random secret unless it exists, even under concurrent creation by another process. On return it is synced to disk
 * and readable by its owner only.
 * @returns the file's content.
 * @throws OperatorError
 */
export const makeSecretFile = (path: string): string[] => {
  whole(path, [randomBytes(32).toString('base64url')], part => {
    try {
      // Unlike renaming, this never replaces the file of a faster process.
      linkSync(part, path)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  })
  return readSecretFile(path)
}

/** Adds secrets behind those a file holds, which stay; makes it when it is not there. @throws OperatorError */
export const addToSecretFile = (path: string, secrets: readonly string[]): void => {
  const held = readSecretFile(path)
  const all = [...new Set([...held, ...secrets])]
  if (all.length > held.length) whole(path, all, part => renameSync(part, path))
}

/** Writes the lines to a file beside `path`, lets `place` give it the name, and makes that durable. */
const whole = (path: string, lines: readonly string[], place: (part: string) => void): void => {
  const part = `${path}.${randomUUID()}.part`
  try {
    writeFileSync(part, lines.map(line => `${line}\n`).join(''), { mode: 0o600, flag: 'wx', flush: true })
    ownedAsFolder(part)
    place(part)
    syncFolder(dirname(path))
  } catch (error) {
    throw problem(path, 'written', error)
  } finally {
    rmSync(part, { force: true })
  }
}

/** Makes new names durable, where folders can be synced. */
const syncFolder = (folder: string): void => {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Windows cannot sync folders.
  }
}

const readIfThere = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw problem(path, 'read', error)
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : undefined)

const problem = (path: string, verb: string, error: unknown): ConfigurationError =>
  new ConfigurationError(
    `${path} cannot be ${verb} (${String(codeOf(error) ?? messageOf(error))}): check that this user may.`,
    {
      cause: error,
    },
  )
