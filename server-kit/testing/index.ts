export { describeStore, type StorePlace, type StoreUnderTest } from './describe-store.ts'
