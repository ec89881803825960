export { adaAt, type FakeUpstream, type Lies, registered, startFakeUpstream } from './fake-upstream.ts'
export { weather } from './weather.ts'
