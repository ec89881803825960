export { servicesFrame } from './frame.ts'
export { examplePhoneNumber, readPhoneNumber } from './phone-numbers.ts'
