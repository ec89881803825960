export { type Breaches, createBreaches } from './create-breaches.ts'
