export { adaAt, type FakeUpstream, type Lies, openFakeUpstream, registered } from './fake-upstream.ts'
export { weather } from './weather.ts'
