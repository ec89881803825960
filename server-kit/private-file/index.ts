export { keepPrivate } from './keep-private.ts'
