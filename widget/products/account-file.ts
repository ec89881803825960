/** Lazy file of the account page: the product's views and its part of the client. */
export { createAccount } from '#parts'
export { views } from './account/views.ts'
