import { defineSignInElement } from './sign-in-element.ts'

// The entry `@corroborate/widget/element`: importing it is all that a page does.
defineSignInElement()
