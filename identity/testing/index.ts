export { type Answered, identityUnderTest, openIdentity, type Sdk } from './identity-under-test.ts'
