export { buildConsoleIfChanged } from './build-if-changed.ts'
export { createConsole } from './create-console.ts'
