export { callWatch } from './call-watch.ts'
