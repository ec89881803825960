export { servicesFrame } from './frame.ts'
