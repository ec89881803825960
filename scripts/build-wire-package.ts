import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runTypeScript } from './run-typescript.ts'

// Run by `npm pack` in `wire/package/`. The repository imports the sources directly, but Node does not strip types in `node_modules`.

const wire = join(import.meta.dirname, '../wire')

rmSync(join(wire, 'package/dist'), { recursive: true, force: true })
runTypeScript(join(wire, 'tsconfig.package.json'))
