export { type Capacity, type OverloadOptions, shedLoad } from './shed-load.ts'
export { bodyWaitedFor } from './when-body-is-there.ts'
