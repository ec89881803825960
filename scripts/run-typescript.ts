import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'

const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))

/** Has TypeScript write what a project says, and prints what it finds. @throws when it finds a mistake. */
export const runTypeScript = (project: string): void => {
  execFileSync(process.execPath, [join(typescript, 'bin/tsc'), '--project', project], { stdio: 'inherit' })
}
