export { corsHeadersOfBusy, corsHeadersOfRefusals, preflightHeadersOfBusy } from './cors.ts'
export { createSdk } from './create-sdk.ts'
export { answer, answerWithUser, type Call, type Route } from './route.ts'
export { tokenOf } from './session-cookies.ts'
