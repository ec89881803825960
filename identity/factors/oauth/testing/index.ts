export { adaAt, type FakeUpstream, type Lies, type Logged, openFakeUpstream, registered } from './fake-upstream.ts'
export { oneTapAt } from './one-tap.ts'
export { browserAt, loginUrl, type OAuthUnderTest, oauthUnderTest, openOAuth, signupUrl } from './visitor.ts'
export { weather } from './weather.ts'
