export { type Core, createCore, errorDocsPath, type Proved, type SigningIn } from './create-core.ts'
