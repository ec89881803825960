export { createOutsideService, type OutsideService } from './outside-service.ts'
