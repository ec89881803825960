export { codePageAt } from './code-page.ts'
export { exampleConnection } from './connection.ts'
export { adaAt, type FakeUpstream, type Lies, type Logged, openFakeUpstream, registered } from './fake-upstream.ts'
export { inUse } from './in-use.ts'
export { memberAt } from './member.ts'
export { oneTapAt } from './one-tap.ts'
export {
  browserAt,
  loginUrl,
  type OAuthUnderTest,
  oauthUnderTest,
  openOAuth,
  postFromApple,
  signupUrl,
} from './visitor.ts'
export { weather } from './weather.ts'
