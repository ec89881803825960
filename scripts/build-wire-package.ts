import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runTypeScript } from './run-typescript.ts'

// `npm pack` in `wire/package/` runs this: here the room is imported as it is, and Node strips no types in `node_modules`.

const wire = join(import.meta.dirname, '../wire')

rmSync(join(wire, 'package/dist'), { recursive: true, force: true })
runTypeScript(join(wire, 'tsconfig.package.json'))
