import { buildConsole } from './build.ts'

await buildConsole()
