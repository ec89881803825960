export { adaAt, type FakeUpstream, type Lies, openFakeUpstream, registered } from './fake-upstream.ts'
export { browserAt, loginUrl, type OAuthUnderTest, oauthUnderTest, signupUrl } from './visitor.ts'
export { weather } from './weather.ts'
