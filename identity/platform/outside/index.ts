export { type BoundedFetch, createBoundedFetch } from './bounded-fetch.ts'
