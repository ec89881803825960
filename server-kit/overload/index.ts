export { bodyWaitedFor, type Capacity, type OverloadOptions, shedLoad } from './shed-load.ts'
