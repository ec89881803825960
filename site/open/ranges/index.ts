export { rangeCall, rangesCall } from './range-call.ts'
