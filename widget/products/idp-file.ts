/** What the file of the consent screen brings: the views of the product, and its part of the client. */
export { createIdp } from '#parts'
export { views } from './idp/views.ts'
