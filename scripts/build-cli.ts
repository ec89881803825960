import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runTypeScript } from './run-typescript.ts'

// `npm pack` in `cli/` runs this: Node strips types everywhere but in `node_modules`, so that the package holds JavaScript.

const cli = join(import.meta.dirname, '../cli')

// Removes old build output, which would be packed too.
rmSync(join(cli, 'dist'), { recursive: true, force: true })
runTypeScript(join(cli, 'tsconfig.build.json'))
