import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'

const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))

/** Compiles a TypeScript project and prints diagnostics. @throws on errors. */
export const runTypeScript = (project: string): void => {
  execFileSync(process.execPath, [join(typescript, 'bin/tsc'), '--project', project], { stdio: 'inherit' })
}
