export { type Core, createCore, errorDocsPath, type SigningIn } from './create-core.ts'
export { type NotMe, notMePath } from './tell-of-device.ts'
