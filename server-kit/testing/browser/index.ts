export { axe } from './axe.ts'
export { findChromium, openBrowser } from './chromium.ts'
export { type AuthenticatorAbilities, type PluggedIn, plugInAuthenticator } from './plug-in-authenticator.ts'
export { see } from './see.ts'
