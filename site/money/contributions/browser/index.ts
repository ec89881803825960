export { countUp } from './count-up.ts'
export { readDetails } from './read-details.ts'
