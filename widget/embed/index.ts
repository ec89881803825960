export { defineSignInElement } from './element/index.ts'
export * from './mount/index.ts'
