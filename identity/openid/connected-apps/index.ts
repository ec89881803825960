export { connectedAppCalls } from './calls.ts'
