export { createOutsideService, type OutsideService, type OutsideServiceOptions } from './outside-service.ts'
