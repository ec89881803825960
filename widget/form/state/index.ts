export { type FormState, initialState, type Screen } from './form-state.ts'
export { type Action, reduce } from './reduce.ts'
