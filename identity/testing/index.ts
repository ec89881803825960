export { type Answered, identityUnderTest, type Sdk } from './identity-under-test.ts'
