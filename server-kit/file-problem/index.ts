import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { messageOf } from '../error-message/index.ts'
import { OperatorError } from '../operator-error/index.ts'

/** The user of this process: a command runs as the service's, not as who typed it. */
const userName = (): string => {
  try {
    return `the user ${userInfo().username}`
  } catch {
    // A container's user may have a number only.
    return `the user ${process.getuid?.()}`
  }
}

const mayNot = (): string => `${userName()} may not: change the permissions or name another place`

const advice = (): Readonly<Record<string, string>> => ({
  ENOENT: 'there is no such file or folder: check the path',
  ENOTDIR: 'part of the path is a file, not a folder: check it',
  EISDIR: 'it is a folder: name a file',
  EACCES: mayNot(),
  EPERM: mayNot(),
  EROFS: 'its disk is mounted read-only: name another place',
  ENOSPC: 'the disk is full: make room, or name a place on another disk',
  EDQUOT: "the disk's quota is used up: make room, or name a place on another disk",
  EFBIG: 'the file would be larger than is allowed there: name a place on another disk',
  EIO: 'the disk reports an error: see its health, and name a place on another one',
  ENAMETOOLONG: 'the name is too long: give a shorter one',
})

/** Builds the error for a failed file operation; `verb` is a participle such as "read". An OperatorError is returned unchanged. */
export const fileProblem = (path: string, verb: string, error: unknown): OperatorError => {
  if (error instanceof OperatorError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isMissingFolder = code === 'ENOENT' && verb === 'written'
  const reason = isMissingFolder
    ? `there is no folder ${dirname(resolve(path))}: create it, or name another place`
    : (advice()[code] ?? messageOf(error))
  return new OperatorError(`${path} cannot be ${verb}: ${reason}.`, { cause: error })
}

/** Errors that are the operator's whatever the program was doing; a file that is missing may be a mistake of ours. */
const always: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'])

/** The sentence for a system error about a file that this user may not use, or whose disk takes no more; null for any other error. */
export const fileProblemOf = (error: unknown): OperatorError | null => {
  if (!(error instanceof Error && 'code' in error && 'path' in error) || !always.has(error.code)) return null
  const isNew = 'syscall' in error && error.syscall === 'mkdir'
  return fileProblem(String(error.path), isNew ? 'created' : 'opened', error)
}
