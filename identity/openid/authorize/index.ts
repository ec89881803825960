export { authorizeCalls } from './calls.ts'
export { authorizeForm } from './form.ts'
