export { type FormState, initialState, type Screen, screens, type UserType } from './form-state.ts'
export { type Action, reduce } from './reduce.ts'
