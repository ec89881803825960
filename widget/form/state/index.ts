export { type Action, type FormState, initialState, reduce, type Screen } from './reduce.ts'
