export { holdBody } from './hold-body.ts'
export { type Answered, identityUnderTest, openIdentity, type Sdk } from './identity-under-test.ts'
export { countMessages, nothingOnItsWay, readMailbox, tokenIn } from './read-mailbox.ts'
export { type RunningIdentity, runIdentity } from './running-identity.ts'
