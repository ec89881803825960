export { createBreaker } from './breaker.ts'
export { identityService } from './identity-service.ts'
export { createOutsideService, type OutsideService, type OutsideServiceOptions } from './outside-service.ts'
