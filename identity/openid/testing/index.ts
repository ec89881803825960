export { openidUnderTest } from './relying-party.ts'
