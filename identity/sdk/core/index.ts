export { type Core, createCore, type Proved, type SigningIn } from './create-core.ts'
