export { emailRemoval, phoneNumberRemoval } from './removals.ts'
