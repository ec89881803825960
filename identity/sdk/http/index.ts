export { corsHeadersOfRefusals } from './cors.ts'
export { createSdk, typeOfProblem } from './create-sdk.ts'
export { answer, type Call, type RequestFacts, type Route } from './route.ts'
