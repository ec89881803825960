export { commandsUnderTest } from './commands-under-test.ts'
