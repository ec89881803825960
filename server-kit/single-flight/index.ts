export { createSingleFlight, type SingleFlight } from './single-flight.ts'
