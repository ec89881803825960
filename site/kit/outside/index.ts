export { createBreaker } from './breaker.ts'
export {
  createOutsideService,
  identityService,
  type OutsideService,
  type OutsideServiceOptions,
} from './outside-service.ts'
