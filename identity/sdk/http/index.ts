export { createSdk } from './answer-call.ts'
export { corsHeadersForErrors, corsHeadersOfBusy, preflightHeadersOfBusy } from './cors.ts'
export { requireOwnSession, tokenOf } from './require-own-session.ts'
export { answer, answerWithUser, type Call, type Route } from './route.ts'
