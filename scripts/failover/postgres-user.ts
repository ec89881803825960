import { execFile } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Owner = { uid: number; gid: number }

/** The user that PostgreSQL runs as in tests: it refuses root. */
export const postgresUser = async (): Promise<Owner> => {
  const id = async (flag: '-u' | '-g') => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/** The folder with the programs of the newest PostgreSQL that is installed. */
export const postgresBinaries = async (): Promise<string> => {
  const { stdout } = await run('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1'])
  return stdout.trim()
}

/** Makes a folder that the user of PostgreSQL owns. */
export const ownedFolder = (path: string, { uid, gid }: Owner): string => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chownSync(path, uid, gid)
  return path
}
