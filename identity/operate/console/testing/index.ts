export { fillProject } from './fill.ts'
export { type ConsoleVisitor, openConsole } from './visitor.ts'
