/** What the file of the account page brings: the views of the product, and its part of the client. */
export { createAccount } from '#parts'
export { views } from './account/views.ts'
