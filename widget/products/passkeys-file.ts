/** What the file of passkeys brings: the views of the product, and the part of the client that the plain script leaves out. */
export { createWebauthn } from '#parts'
export { views } from './passkeys/views.ts'
