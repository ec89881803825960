export { isPrivateLiteral } from './addresses.ts'
export { type BoundedFetch, createBoundedFetch } from './bounded-fetch.ts'
