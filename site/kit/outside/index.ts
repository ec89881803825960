export { createBreaker } from './breaker.ts'
export { createOutsideService, type OutsideService, type OutsideServiceOptions } from './outside-service.ts'
