export { requireOtherWayIn } from './require-other-way-in.ts'
