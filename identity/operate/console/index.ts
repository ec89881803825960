export { buildConsoleIfChanged, createConsole } from './create-console.ts'
