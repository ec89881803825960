export { type Core, createCore, errorDocsPath, type SigningIn } from './create-core.ts'
