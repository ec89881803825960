/** Lazy file of the consent screen: the product's views and its part of the client. */
export { createIdp } from '#parts'
export { views } from './idp/views.ts'
