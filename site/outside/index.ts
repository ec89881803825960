export { createOutsideService, type OutsideAnswer, type OutsideService } from './outside-service.ts'
