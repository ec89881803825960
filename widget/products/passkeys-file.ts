/** Lazy file of passkeys: the product's views and the part of the client excluded from the plain script. */
export { createWebauthn } from '#parts'
export { views } from './passkeys/views.ts'
