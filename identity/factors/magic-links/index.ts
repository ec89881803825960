export { magicLinkCalls } from './calls.ts'
