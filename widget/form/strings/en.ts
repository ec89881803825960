import { manifestList, type ProductTexts } from '../../products/index.ts'
import { mergeTexts } from './merge-texts.ts'

/** The form's own texts, by screen. `{name}` is filled in; nothing else is markup. */
export const ownTexts = {
  common: {
    /** The language's tag (BCP 47), by which the browser names countries. */
    language: 'en',
    back: 'Back',
    or: 'or',
    continue: 'Continue',
    email: 'Email',
    password: 'Password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    poweredBy: 'Powered by',
    unexpected: 'Something went wrong. Please try again.',
    loading: 'Loading',
    notLoaded: 'This part of the form could not be loaded. Check your connection and try again.',
    tryAgain: 'Try again',
  },
  main: {
    heading: 'Sign up or log in',
    waysToSignIn: 'Login methods',
    emailTab: 'Email',
    continueWithEmail: 'Continue with email',
    invalidEmail: 'Invalid email address',
    invalidEmailForCode: 'Invalid email, please try again.',
    passkeysAlone: 'Error: Cannot use Passkeys by itself, please add another product to the config.',
    linkAndCode: 'Error: Cannot use both EML and Email OTP',
    noWayIn: 'Error: This form offers no way to sign in. Name at least one product with its options in the config.',
  },
}

export type Strings = typeof ownTexts & ProductTexts

/** All English strings of the widget, which are SPEC's verbatim. Every language must have its keys. */
export const en: Strings = mergeTexts(ownTexts, ...manifestList.map(({ texts }) => texts as ProductTexts))
