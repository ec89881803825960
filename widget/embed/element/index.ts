export { defineSignInElement } from './sign-in-element.ts'
